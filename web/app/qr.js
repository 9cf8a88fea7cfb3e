// A QR code (ISO/IEC 18004) of a link: a prefix as bytes, then letters of the alphanumeric mode. Error correction is of
// level L, because screens and paper in a hall are clean, and a link with boards is long.

export const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

// By version from 1 to 40: the bytes of error correction in each block, and the number of blocks.
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, ...Array(14).fill(30)];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];

const sizeOf = version => 17 + 4 * version;

// The smallest code for a text, as rows of true (dark) and false; null if the text is too long for `most`.
export function codeOf(prefix, letters, most = 40) {
  for (let version = 1; version <= most; version += 1) {
    const bits = bitsOf(prefix, letters, version);
    const room = roomIn(version);
    if (bits.length <= room * 8) return drawn(version, corrected(padded(bits, room), version));
  }
  return null;
}

function bitsOf(prefix, letters, version) {
  const bits = [];
  const put = (value, length) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  const bytes = new TextEncoder().encode(prefix);
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach(byte => put(byte, 8));
  put(0b0010, 4);
  put(letters.length, version < 10 ? 9 : version < 27 ? 11 : 13);
  for (let at = 0; at < letters.length; at += 2) {
    const [one, other] = [...letters.slice(at, at + 2)].map(letter => LETTERS.indexOf(letter));
    if (other === undefined) put(one, 6);
    else put(one * LETTERS.length + other, 11);
  }
  return bits;
}

const alignmentsOf = version => (version < 2 ? 0 : Math.floor(version / 7) + 2);

function bytesIn(version) {
  const size = sizeOf(version);
  const aligned = alignmentsOf(version);
  const shared = 2 * Math.max(0, aligned - 2) * 5; // parts of the timing patterns
  const patterns = 3 * 64 + 2 * (size - 16) + 31 + (aligned ? (aligned * aligned - 3) * 25 - shared : 0) + (version < 7 ? 0 : 36);
  return Math.floor((size * size - patterns) / 8);
}

const roomIn = version => bytesIn(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

function padded(bits, room) {
  const end = Math.min(4, room * 8 - bits.length);
  const whole = [...bits, ...Array(end).fill(0)];
  while (whole.length % 8) whole.push(0);
  const bytes = [];
  for (let at = 0; at < whole.length; at += 8) bytes.push(parseInt(whole.slice(at, at + 8).join(""), 2));
  for (let fill = 0xec; bytes.length < room; fill ^= 0xec ^ 0x11) bytes.push(fill);
  return bytes;
}

// Arithmetic with 256 elements: powers of 2 modulo x^8 + x^4 + x^3 + x^2 + 1, and their logarithms.
const POWERS = [1];
while (POWERS.length < 255) POWERS.push((POWERS.at(-1) << 1) ^ (POWERS.at(-1) & 0x80 ? 0x11d : 0));
const LOGARITHMS = new Map(POWERS.map((power, exponent) => [power, exponent]));
const times = (one, other) => (one && other ? POWERS[(LOGARITHMS.get(one) + LOGARITHMS.get(other)) % 255] : 0);

function divisorOf(degree) {
  let found = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...found, 0];
    found.forEach((factor, at) => {
      next[at + 1] ^= times(factor, POWERS[root]);
    });
    found = next;
  }
  return found.slice(1);
}

function remainderOf(bytes, divisor) {
  let rest = divisor.map(() => 0);
  for (const byte of bytes) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at], factor));
  }
  return rest;
}

// The bytes in blocks with their error correction, interleaved: the first byte of each block, the second ones, ...
function corrected(bytes, version) {
  const number = BLOCKS[version - 1];
  const short = Math.floor(bytes.length / number);
  const long = bytes.length % number;
  const divisor = divisorOf(CORRECTION[version - 1]);
  let from = 0;
  const blocks = Array.from({ length: number }, (_, at) => bytes.slice(from, from += short + (at >= number - long ? 1 : 0)));
  const checks = blocks.map(block => remainderOf(block, divisor));
  const interleaved = (parts, length) => Array.from({ length }, (_, at) => parts.map(part => part[at])).flat().filter(byte => byte !== undefined);
  return [...interleaved(blocks, short + 1), ...interleaved(checks, divisor.length)];
}

function drawn(version, bytes) {
  const size = sizeOf(version);
  const dark = Array.from({ length: size }, () => Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (x, y, value) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = Boolean(value);
    fixed[y][x] = true;
  };
  const rings = (middleX, middleY, radius, light) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) set(middleX + x, middleY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const corners = [[3, 3], [size - 4, 3], [3, size - 4]];
  corners.forEach(([x, y]) => rings(x, y, 4, [2, 4]));
  const places = alignmentPlaces(version, size);
  const inCorner = (x, y) => (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
  places.forEach(x => places.forEach(y => inCorner(x, y) || rings(x, y, 2, [1])));
  if (version >= 7) {
    const code = (version << 12) | divided(version << 12, 0x1f25, 12);
    for (let at = 0; at < 18; at += 1) {
      const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
      set(near, far, (code >> at) & 1);
      set(far, near, (code >> at) & 1);
    }
  }
  const format = mask => {
    const data = (0b01 << 3) | mask;
    const code = ((data << 10) | divided(data << 10, 0x537, 10)) ^ 0x5412;
    for (let at = 0; at < 15; at += 1) {
      const bit = (code >> at) & 1;
      set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, bit);
      set(at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at, 8, bit);
    }
    set(8, size - 8, 1);
  };
  format(0);
  placed(dark, fixed, bytes);
  let best = null;
  MASKS.forEach((isChanged, mask) => {
    format(mask);
    const rows = dark.map((row, y) => row.map((one, x) => one !== (!fixed[y][x] && isChanged(x, y))));
    const penalty = penaltyOf(rows);
    if (!best || penalty < best.penalty) best = { penalty, rows };
  });
  return best.rows;
}

// The remainder of a division of polynomials over two elements, written as bits.
function divided(value, divisor, degree) {
  let rest = value;
  for (let at = 31 - degree; at >= 0; at -= 1) if ((rest >> (at + degree)) & 1) rest ^= divisor << at;
  return rest;
}

function alignmentPlaces(version, size) {
  const number = alignmentsOf(version);
  if (!number) return [];
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * number - 2)) * 2;
  return [6, ...Array.from({ length: number - 1 }, (_, at) => size - 7 - step * at)];
}

// The bits go up and down in columns of two modules, from the right to the left, past the vertical timing pattern.
function placed(dark, fixed, bytes) {
  const size = dark.length;
  let bit = 0;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        dark[y][x] = Boolean(((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
        bit += 1;
      }
    }
    isUp = !isUp;
  }
}

const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// What makes a code hard to scan: long runs, squares of one colour, patterns like those of the corners, and one colour
// that is much more frequent.
function penaltyOf(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map(row => row[x]));
  let penalty = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(one => (one ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) penalty += 40;
    }
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) penalty += 3;
    }
  }
  const share = rows.flat().filter(Boolean).length / (size * size);
  return penalty + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
