// Texts of one line that people read.

/**
 * A text of one line that people read. It is not blank, and has no controls, format characters (zero-width ones, marks that
 * reorder text, tags), separators of lines and paragraphs, or halves of surrogate pairs: they would hide or forge text.
 */
const PLAIN = /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

export function isPlainLine(text: string): boolean {
  return PLAIN.test(text);
}

/** A text in which no character is hidden: what a plain line may not have is escaped as in JSON. */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeUnits);
}

/** UTF-16 units as escapes of JSON: `\u202e`. */
export function escapeUnits(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
