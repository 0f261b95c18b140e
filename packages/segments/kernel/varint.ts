// Part of the kernel (kernel.ts).

/** Writes a number of 32 bits. @returns the address after it */
export function writeVarint(value: u32, into: usize): usize {
  let end = into;
  let rest = value;
  while (rest > 0x7f) {
    store<u8>(end++, <u8>(rest | 0x80));
    rest >>>= 7;
  }
  store<u8>(end, <u8>rest);
  return end + 1;
}

/** The address after the number that was read last. */
export let readEnd: usize = 0;

/** Reads a number of one byte. */
export function readByte(from: usize): u32 {
  readEnd = from + 1;
  return load<u8>(from);
}

/** Reads a number of 32 bits. */
export function readVarint(from: usize): u32 {
  let at = from;
  let byte: u32 = load<u8>(at++);
  let value = byte & 0x7f;
  for (let shift: u32 = 7; byte >= 0x80 && shift < 35; shift += 7) {
    byte = load<u8>(at++);
    value |= (byte & 0x7f) << shift;
  }
  readEnd = at;
  return value;
}
