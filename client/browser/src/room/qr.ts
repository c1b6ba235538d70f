// A QR code of a link: bytes, error correction level L, mask 0, versions 1 to 6 (ISO/IEC 18004).

/** Data codewords, error correction codewords of a block, and blocks, by version from 1. */
const VERSIONS = [[19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2]] as const;
/** Level L and mask 0, with their check bits. */
const FORMAT_BITS = 0x77c4;
const FIELD_POLYNOMIAL_BITS = 0x11d;
/** The bits before and after the text: its mode, its length, the end. */
const OVERHEAD_BITS = 4 + 8 + 4;
const PADDING_BYTES = [0xec, 0x11] as const;

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product >> 7 ? FIELD_POLYNOMIAL_BITS : 0) ^ ((other >> bit) & 1 ? one : 0);
  return product;
}

/** The Reed-Solomon codewords of a block. */
function correction(data: readonly number[], count: number): number[] {
  let divisor = [...Array<number>(count - 1).fill(0), 1];
  let root = 1;
  for (let at = 0; at < count; at++) {
    divisor = divisor.map((value, index) => multiply(value, root) ^ (divisor[index + 1] ?? 0));
    root = multiply(root, 2);
  }
  let rest = Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, index) => value ^ multiply(divisor[index] ?? 0, factor));
  }
  return rest;
}

/** The codewords of a text in their order in the code. */
function codewords(text: Uint8Array, [size, checks, blocks]: readonly [number, number, number]): number[] {
  const bits = [text.length, ...text].map((byte) => byte.toString(2).padStart(8, "0"));
  const stream = `0100${bits.join("")}0000`;
  const data = (stream.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let at = 0; data.length < size; at++) data.push(PADDING_BYTES[at % 2] ?? 0);
  const long = size / blocks;
  const parts = Array.from({ length: blocks }, (_each, at) => data.slice(at * long, (at + 1) * long));
  const interleave = (rows: readonly (readonly number[])[]) => (rows[0] ?? []).flatMap((_each, at) => rows.map((row) => row[at] ?? 0));
  return [...interleave(parts), ...interleave(parts.map((part) => correction(part, checks)))];
}

/** The dark modules of the code, row by row; null for a text that is too long. */
export function qrModules(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(([count]) => bytes.length * 8 + OVERHEAD_BITS <= count * 8);
  const found = VERSIONS[index];
  if (!found) return null;
  const size = 21 + 4 * index;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const isFixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, isDark: boolean): void => {
    const [row, fixed] = [dark[y], isFixed[y]];
    if (!row || !fixed || x < 0 || x >= size) return;
    row[x] = isDark;
    fixed[x] = true;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const ring = (x: number, y: number, reach: number): void => {
    for (let down = -reach; down <= reach; down++) for (let right = -reach; right <= reach; right++) {
      const distance = Math.max(Math.abs(right), Math.abs(down));
      set(x + right, y + down, reach === 2 ? distance !== 1 : distance !== 2 && distance !== 4);
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) ring(x, y, 4);
  if (index) ring(size - 7, size - 7, 2);
  drawFormat(size, set);
  placeData(codewords(bytes, found), dark, isFixed);
  return dark;
}

function drawFormat(size: number, set: (x: number, y: number, isDark: boolean) => void): void {
  for (let at = 0; at < 15; at++) {
    const isDark = ((FORMAT_BITS >> at) & 1) === 1;
    if (at < 8) {
      set(8, at < 6 ? at : at + 1, isDark);
      set(size - 1 - at, 8, isDark);
    } else {
      set(at === 8 ? 7 : 14 - at, 8, isDark);
      set(8, size - 15 + at, isDark);
    }
  }
  set(8, size - 8, true);
}

/** Fills the free modules in pairs of columns, from the right, up and down; mask 0 turns every other one. */
function placeData(data: readonly number[], dark: boolean[][], isFixed: readonly boolean[][]): void {
  const size = dark.length;
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) for (const x of [right, right - 1]) {
      const y = (right + 1) & 2 ? step : size - 1 - step;
      const row = dark[y];
      if (!row || isFixed[y]?.[x]) continue;
      const bit = ((data[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      row[x] = (bit === 1) !== ((x + y) % 2 === 0);
      at++;
    }
  }
}
