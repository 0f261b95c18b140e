const BLANK = /^\s*/;

/** The first code unit of a text that is not white space; NaN if there is none. */
export function firstUnit(text: string): number {
  let at = 0;
  let unit = text.charCodeAt(0);
  while (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) unit = text.charCodeAt(++at);
  // Other white space is rare.
  return unit >= 0xa0 ? text.charCodeAt(BLANK.exec(text)?.[0].length ?? 0) : unit;
}
