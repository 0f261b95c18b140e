/** Positions that a page key goes on by, at least. */
const FAR = 10;
/** Times that a page key leads through a long slider. */
const PAGES = 24;

/** Position that a key leads to on a slider of some positions; null: it leads to none. */
export function positionAfter(key: string, at: number, count: number): number | null {
  const last = count - 1;
  const far = Math.max(FAR, Math.round(count / PAGES));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - far,
    PageUp: at + far,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}
