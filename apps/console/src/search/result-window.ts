// Which parts of a long list are in memory: those near what the window shows, so that it takes no more than a short one.

/** Results of a part. */
export const SIZE = 50;
/** Results after the window for which the next part is loaded: what comes while one scrolls on. */
const AHEAD = 40;
/** Parts before and after the window that are kept. */
const KEPT = 6;

/** Tokens of the parts of a list as far as it was read, and how many results these parts have. */
export interface Reached {
  /** Token of each part, also of one that was not read yet; that of the first part is empty. */
  readonly tokens: readonly string[];
  readonly count: number;
}

export const NOTHING_REACHED: Reached = { tokens: [''], count: 0 };

/** Adds the part that the last token led to. @param token with which the list goes on; undefined: it has ended */
export function further({ tokens }: Reached, items: number, token: string | undefined): Reached {
  return {
    tokens: token === undefined ? tokens : [...tokens, token],
    count: (tokens.length - 1) * SIZE + items,
  };
}

/** How far a list is read after its first part was answered anew: as far as before, if that part still leads on. */
export function answeredAnew(before: Reached, first: Reached): Reached {
  return first.tokens.length > 1 && before.count > first.count ? before : first;
}

/** Whether the part that the last token leads to was not counted yet. */
export function isUncounted({ tokens, count }: Reached): boolean {
  return count <= (tokens.length - 1) * SIZE;
}

export interface PartRange {
  readonly first: number;
  readonly last: number;
}

/** The parts that results in the window, and those soon after, are in. @param first index of a result */
export function partsNear(first: number, last: number, { tokens }: Reached): PartRange {
  return {
    first: Math.floor(first / SIZE),
    last: Math.min(Math.floor((last + AHEAD) / SIZE), tokens.length - 1),
  };
}

/** Whether a part is far enough from the window to be dropped. The first one stays: its answer has the total. */
export function isFar(part: number, { first, last }: PartRange): boolean {
  return part > 0 && (part < first - KEPT || part > last + KEPT);
}

/** Row that a key leads to from another one. @param at -1: none @returns null: the key leads to none */
export function rowAfter(key: string, at: number, count: number, hasArrows: boolean): number | null {
  const step = { j: 1, k: -1, ...(hasArrows && { ArrowDown: 1, ArrowUp: -1 }) }[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}
