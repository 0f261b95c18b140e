// Whether the rail shows icons alone: as this browser was told, or else as wide windows have room for words.

const STORED = 'sitegrep.rail';
const STATES = { folded: 'folded', open: 'open' } as const;
/** Window in which the words of the rail take too much of the page. */
const NARROW = '(max-width: 1100px)';

export function isRailFolded(): boolean {
  const stored = localStorage.getItem(STORED);
  if (stored === STATES.folded) return true;
  return stored === STATES.open ? false : matchMedia(NARROW).matches;
}

export function keepRailFolded(isFolded: boolean): void {
  localStorage.setItem(STORED, isFolded ? STATES.folded : STATES.open);
}
