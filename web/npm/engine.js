// An engine over a worker that receives { id, question } and sends { loaded }, { failed } or { id, answer }.

export class Engine {
  constructor(post, end) {
    this.post = post;
    this.end = end;
    this.waiting = new Map();
    this.count = 0;
    this.started = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.started.catch(() => {});
  }

  heard(data) {
    if (data.loaded) this.resolve(this);
    else if (data.failed) this.fail(new Error(data.failed));
    else if (data.id !== undefined) {
      this.waiting.get(data.id).resolve(JSON.parse(data.answer));
      this.waiting.delete(data.id);
    }
  }

  fail(error) {
    this.reject(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  ask(question) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.count, { resolve, reject });
      this.post({ id: this.count, question: JSON.stringify(question) });
    });
  }

  pair(trf, values = {}) {
    return this.ask({ ask: "pair", name: "event", ...values, trf });
  }

  close() {
    this.end();
    this.fail(new Error("the engine was closed"));
  }
}
