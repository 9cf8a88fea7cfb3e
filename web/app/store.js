// Stores the events in the browser: for each one the text of its TRF, and the earlier texts, which "undo" needs. All
// windows of this browser share them, and tell each other what has changed.

const OURS = `swisspair:${new URL("../", import.meta.url).pathname}:`; // other pages of this origin have other keys
const MOST_PAST = 30;

let database = null; // a promise
let channel = null;

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function opened() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`${OURS}events`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("events", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

async function events(mode) {
  return (await opened()).transaction("events", mode).objectStore("events");
}

// The stored events, the last changed first; none if this browser stores nothing.
export async function all() {
  try {
    return (await done((await events("readonly")).getAll())).sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

export async function kept(id) {
  try {
    return await done((await events("readonly")).get(id));
  } catch {
    return undefined;
  }
}

// Stores an event, unless another window has changed it since `event.version`. Returns "kept", "changed" or "full".
export async function keep(event) {
  for (const past of [event.past.slice(-MOST_PAST), []]) {
    try {
      const store = await events("readwrite");
      const before = await done(store.get(event.id));
      if ((before?.version ?? 0) !== event.version) return "changed";
      await done(store.put({ ...event, past, version: event.version + 1, at: Date.now() }));
      event.version += 1;
      channel?.postMessage({ id: event.id, version: event.version });
      return "kept";
    } catch {
      // There is no room for the earlier texts: store the event without them.
    }
  }
  return "full";
}

export async function forget(id) {
  try {
    await done((await events("readwrite")).delete(id));
  } catch {
    // It was not stored.
  }
  remember("wall", null);
}

// Calls back when another window has stored a new version of an event.
export function follow(changed) {
  if (typeof BroadcastChannel !== "function") return;
  channel = new BroadcastChannel(`${OURS}events`);
  channel.onmessage = ({ data }) => changed(data);
}

// Small values: the language, the event that was open last, and the boards that another window shows on a projector.
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(OURS + key);
    else localStorage.setItem(OURS + key, JSON.stringify(value));
  } catch {
    // This browser stores nothing.
  }
}

// What has been typed and not yet used, by the place of its field. It survives drawing, a change of language and a reload.
const typed = new Map(Object.entries(remembered("typed") ?? {}));
const MOST_TYPED = 200_000; // characters that are stored; a longer text is kept until the page is closed

function storeTyped() {
  const short = [...typed].filter(([, text]) => text.length <= MOST_TYPED);
  remember("typed", short.length ? Object.fromEntries(short) : null);
}

// Marks a field whose content is kept under the name of a place.
export function keepTyped(field, place) {
  if (typed.has(place)) field.value = typed.get(place);
  const store = () => {
    typed.set(place, field.value);
    storeTyped();
  };
  field.addEventListener("input", store);
  return field;
}

// Forgets what was typed in all places that begin with a name, because it has been used.
export function forgetTyped(name) {
  for (const place of [...typed.keys()]) if (place.startsWith(name)) typed.delete(place);
  storeTyped();
}

export function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(OURS + key));
  } catch {
    return null;
  }
}
