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
    const request = indexedDB.open(`${OURS}events`, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (!oldVersion) request.result.createObjectStore("events", { keyPath: "id" });
      request.result.createObjectStore("states", { keyPath: ["id", "number"] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

// The stores of the events and of their earlier states.
async function stores(mode) {
  const transaction = (await opened()).transaction(["events", "states"], mode);
  return [transaction.objectStore("events"), transaction.objectStore("states")];
}

const statesOf = id => IDBKeyRange.bound([id], [id, []]);

// The stored events, the last changed first; none if this browser stores nothing.
export async function all() {
  try {
    const [events] = await stores("readonly");
    return (await done(events.getAll())).sort((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

export async function kept(id) {
  try {
    const [events, states] = await stores("readonly");
    const [event, past] = await Promise.all([done(events.get(id)), done(states.getAll(statesOf(id)))]);
    return event && { ...event, past };
  } catch {
    return undefined;
  }
}

// Stores an event with the answer about it, unless another window has changed it since `event.version`. Returns "kept",
// "changed" or "full".
export async function keep({ past, ...event }, { trf, notices, ...shown }) {
  for (const states of [past, []]) {
    try {
      const outcome = await written({ ...event, shown }, states);
      if (outcome !== "kept") return outcome;
      channel?.postMessage({ id: event.id, version: event.version + 1 });
      return "kept";
    } catch {
      // There is no room for the earlier states: store the event without them.
    }
  }
  return "full";
}

async function written(event, past) {
  const [events, states] = await stores("readwrite");
  const [before, numbers] = await Promise.all([done(events.get(event.id)), done(states.getAllKeys(statesOf(event.id)))]);
  if (before && before.version !== event.version) return "changed"; // if another window forgot it, it is stored anew
  const wanted = new Set(past.map(one => one.number));
  const there = new Set(numbers.map(([, number]) => number));
  const requests = [
    ...[...there].filter(number => !wanted.has(number)).map(number => states.delete([event.id, number])),
    ...past.filter(one => !there.has(one.number)).map(one => states.put({ id: event.id, ...one })),
    events.put({ ...event, version: event.version + 1, at: Date.now() }),
  ];
  await Promise.all(requests.map(done));
  return "kept";
}

export async function forget(id) {
  try {
    const [events, states] = await stores("readwrite");
    await Promise.all([done(events.delete(id)), done(states.delete(statesOf(id)))]);
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

// The properties of a field whose content is kept under the name of a place.
export function keepTyped(place, value = "") {
  const store = ({ target }) => {
    typed.set(place, target.value);
    storeTyped();
  };
  return { value: typed.get(place) ?? value, oninput: store };
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
