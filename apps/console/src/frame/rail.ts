// Whether the rail is folded, as it was left in this browser.
const STORED = 'sitegrep.rail';
const FOLDED = 'folded';

export function isRailFolded(): boolean {
  return localStorage.getItem(STORED) === FOLDED;
}

export function keepRailFolded(isFolded: boolean): void {
  if (isFolded) localStorage.setItem(STORED, FOLDED);
  else localStorage.removeItem(STORED);
}
