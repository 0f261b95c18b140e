import { percentDecoded } from '../links/links.ts';

/** Ranges of characters within which TYPO3 shifts: `+,-./0-9:`, `@A-Z`, `a-z`. */
const RANGES: readonly (readonly [start: number, end: number])[] = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
];
/** Maximum shift; TYPO3 offers -10 to 10. */
const MAX_SHIFT = 25;
/** Maximum characters of a shifted link. */
const MAX_LENGTH = 1_000;

/** The argument of TYPO3's script in a link that stands for a `mailto:` link; null for other links. */
export function shiftedMailto(href: string): string | null {
  // The first letter is compared before, because few links begin so.
  if ((href.charCodeAt(0) | 0x20) !== 0x6a || !/^javascript:/i.test(href) || href.length > 2 * MAX_LENGTH)
    return null;
  const call = /linkTo_UnCryptMailto\(\s*(?:'([^']+)'|"([^"]+)")/i.exec(percentDecoded(href));
  return (call?.[1] ?? call?.[2])?.replaceAll('\\', '') ?? null;
}

/**
 * A `mailto:` link that TYPO3 protects: each character is shifted within its range. The shift is a setting of the site; the
 * right one gives `mailto:` at the start.
 *
 * @returns the link after its scheme; null if no shift gives one
 */
export function unshiftedMailto(shifted: string): string | null {
  if (shifted.length > MAX_LENGTH) return null;
  for (let by = -MAX_SHIFT; by <= MAX_SHIFT; by++)
    if (by !== 0 && shift(shifted.slice(0, 7), by) === 'mailto:') return shift(shifted, by).slice(7);
  return null;
}

function shift(text: string, by: number): string {
  return text.replaceAll(/[+-:@-Za-z]/g, (character) => {
    const code = character.charCodeAt(0);
    const [start, end] = RANGES.find(([first, last]) => code >= first && code <= last) ?? [code, code];
    const size = end - start + 1;
    return String.fromCharCode(start + ((((code - start + by) % size) + size) % size));
  });
}
