/** Whole numbers from 0 to `below` − 1, the same ones for the same seed: Marsaglia's xorshift with 13, 17, 5. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
