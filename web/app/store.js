// Stores the event in the browser: the text of a TRF, and the earlier texts, which "undo" needs.

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
      // There is no room for the earlier texts: store the event without them.
    }
  }
}

export function forget() {
  localStorage.removeItem(KEY);
  localStorage.removeItem("wall");
}

// Stores the boards that another window shows on a projector.
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
