// The engine as a function: ask(question) returns a promise of the answer. Questions are asked one at a time. Of several
// waiting questions about the same topic, only the newest one is asked.

const WORKER = new URL("../worker/worker.js", import.meta.url).href;

export class Engine {
  constructor(progress) {
    this.waiting = [];
    this.asked = null;
    this.progress = progress;
    this.count = 0;
  }

  // A worker that starts from a blob obeys the Content-Security-Policy of this page, whatever the server sends.
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
