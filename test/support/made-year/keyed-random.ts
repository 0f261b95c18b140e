// Random numbers under keys: what is drawn for one site, page or visit does not depend on what was drawn for others, so visits may
// be made in any order.

export interface Random {
  /** An integer from 0 to below the bound. */
  below(bound: number): number;
  /** A number from 0 to below 1. */
  share(): number;
  /** True if something of this probability happens. */
  chance(probability: number): boolean;
  /** A time until something that happens at this rate, in units of it. */
  wait(rate: number): number;
  /** One of a list that is not empty. */
  one<T>(list: readonly T[]): T;
  /** A list in another order. */
  shuffled<T>(list: readonly T[]): T[];
}

/** The same numbers for the same keys (mulberry32, from an FNV-1a hash of the keys). */
export function keyedRandom(...keys: readonly (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const character of keys.join('\0')) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  state >>>= 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const share = (): number => next() / 2 ** 32;
  const below = (bound: number): number => Math.floor(share() * bound);
  return {
    below,
    share,
    chance: (probability) => share() < probability,
    wait: (rate) => (rate === 0 ? Infinity : -Math.log(1 - share()) / rate),
    one(list) {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new RangeError('nothing to choose from');
      return chosen;
    },
    shuffled(list) {
      const all = [...list];
      for (let at = all.length - 1; at > 0; at--) {
        const other = below(at + 1);
        [all[at], all[other]] = [all[other] as (typeof all)[number], all[at] as (typeof all)[number]];
      }
      return all;
    },
  };
}
