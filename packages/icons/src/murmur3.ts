/**
 * MurmurHash3 with 32 bits for x86, as its author published it, seed 0.
 *
 * @returns a signed number, as Python's `mmh3.hash` gives it
 */
export function murmur3(bytes: Uint8Array): number {
  const blocks = bytes.length >>> 2;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hash = 0;
  for (let block = 0; block < blocks; block++) {
    hash ^= mixed(view.getInt32(block * 4, true));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= blocks * 4; at--) rest = (rest << 8) | view.getUint8(at);
  hash ^= mixed(rest) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mixed(block: number): number {
  const multiplied = Math.imul(block, 0xcc9e2d51);
  return Math.imul((multiplied << 15) | (multiplied >>> 17), 0x1b873593);
}
