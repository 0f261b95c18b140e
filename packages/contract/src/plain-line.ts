/*
 * Characters that no name or reason may hold, as a class of a pattern: controls, format characters (zero-width ones, marks that
 * reorder text, tags), separators of lines and paragraphs, and halves of surrogate pairs. They would hide or forge text where
 * people read it. Named by ranges (Unicode 17), because patterns of JSON Schema have no categories in every language.
 */
const REFUSED =
  String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f` +
  String.raw`\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff` +
  '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}';

/** A text of one line that people read; it is not blank. */
const PATTERN = `^(?=.*\\S)[^${REFUSED}]*$`;

/** Properties of the schema of such a text. */
export function plainLine(maxLength: number) {
  return {
    maxLength,
    pattern: PATTERN,
    'x-remedy': `write 1 to ${maxLength} characters in one line, none of them a control or format character`,
  } as const;
}

const isPlain = new RegExp(PATTERN, 'u');

export function isPlainLine(text: string): boolean {
  return isPlain.test(text);
}
