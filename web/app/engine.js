// The engine as a function: ask(question) gives a promise of the answer. One question is asked at a time; of questions
// about the same topic that wait, only the newest is asked.

const WORKER = new URL("../worker/worker.js", import.meta.url).href;

export class Engine {
  constructor(progress) {
    this.waiting = [];
    this.asked = null;
    this.progress = progress;
    this.count = 0;
  }

  // The worker is started from a blob: so it is bound by the Content-Security-Policy of this page on any server.
  start() {
    const source = new Blob([`import ${JSON.stringify(WORKER)};`], { type: "text/javascript" });
    this.worker = new Worker(URL.createObjectURL(source), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = event => this.progress({ failed: event.message || "worker" });
  }

  heard(data) {
    if (data.id === undefined) return this.progress(data);
    const { resolve } = this.asked;
    this.asked = null;
    resolve(JSON.parse(data.answer));
    this.next();
  }

  ask(question, topic = "") {
    return new Promise(resolve => {
      if (topic) this.waiting = this.waiting.filter(one => one.topic !== topic || one.resolve({ outdated: true }));
      this.waiting.push({ question, topic, resolve });
      this.next();
    });
  }

  next() {
    if (this.asked || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.worker.postMessage({ id: ++this.count, question: JSON.stringify(this.asked.question) });
  }
}
