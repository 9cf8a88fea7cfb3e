// The event: the text of a TRF with the texts before it, for undoing; kept in the storage of the browser.

const KEY = "event";
const MOST_PAST = 30;

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export function keep(event) {
  for (const past of [event.past.slice(-MOST_PAST), []]) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...event, past }));
      return;
    } catch {
      // No room for so long a past: without it, then.
    }
  }
}

export function forget() {
  localStorage.removeItem(KEY);
  localStorage.removeItem("wall");
}

// What another window shows of the event on a projector.
export function showOnWall(shown) {
  try {
    localStorage.setItem("wall", JSON.stringify(shown));
  } catch {
    localStorage.removeItem("wall");
  }
}

export function wall() {
  try {
    return JSON.parse(localStorage.getItem("wall"));
  } catch {
    return null;
  }
}
