// The matcher in WebAssembly (wasm.cpp), offered to Python (tools/web/native.py) as a function of the worker: the bytes
// of a question in, and out the partners, undefined if there is no matching, or a reason for a refusal.

const NO_FILE = () => 8; // the module has no files; its library asks for them only to write a message before it stops

export async function offerMatcher(bytes) {
  const module = await WebAssembly.compile(bytes);
  const made = () => {
    const files = { fd_close: NO_FILE, fd_seek: NO_FILE, fd_write: NO_FILE };
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: files });
    exports._initialize();
    return exports;
  };
  let matcher = made();
  globalThis.swisspair_matcher = question => {
    try {
      const place = matcher.room(question.length / 8);
      new Uint8Array(matcher.memory.buffer, place, question.length).set(question);
      const count = matcher.answer();
      return count < 0 ? undefined : new Int32Array(matcher.memory.buffer, matcher.partners(), count).slice();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const reason = matcher.refusal();
      matcher = made(); // a module that has stopped cannot go on
      return reason;
    }
  };
}
