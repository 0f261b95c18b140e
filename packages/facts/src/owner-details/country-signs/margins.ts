/** Characters at the beginning and at the end of a text that are read: headers, and footers with what stands above them. */
const BEGINNING = 3_000;
const END = 6_000;

/**
 * Beginning and end of a page's visible text, white space folded, line ends kept as such. Owners of sites name themselves
 * there; what is between them is of articles, products and comments, which name all kinds of places.
 */
export function marginsOf(text: string): string {
  const margins =
    text.length <= BEGINNING + END ? text : `${text.slice(0, BEGINNING)}\n${text.slice(text.length - END)}`;
  return `${margins}\n`.replaceAll(/[\u00a0\u2000-\u200b\u202f\u3000]/g, ' ');
}
