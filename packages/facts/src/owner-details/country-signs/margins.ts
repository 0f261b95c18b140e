/** Characters at the beginning and at the end of a text that are read: headers, and footers with what stands above them. */
const BEGINNING = 3_000;
const END = 6_000;

/** Beginning and end of a text. */
export interface Margins {
  readonly text: string;
  /** The offset in the whole text of an offset in `text`. */
  readonly sourceOf: (at: number) => number;
}

/**
 * Beginning and end of a page's visible text, white space folded, line ends kept as such. Owners of sites name themselves
 * there; what is between them is of articles, products and comments, which name all kinds of places.
 */
export function marginsOf(text: string): Margins {
  const isWhole = text.length <= BEGINNING + END;
  const margins = isWhole ? text : `${text.slice(0, BEGINNING)}\n${text.slice(text.length - END)}`;
  const left = isWhole ? 0 : text.length - END - BEGINNING - 1;
  return {
    text: `${margins}\n`.replaceAll(/[\u00a0\u2000-\u200b\u202f\u3000]/g, ' '),
    sourceOf: (at) => (at <= BEGINNING ? at : at + left),
  };
}
