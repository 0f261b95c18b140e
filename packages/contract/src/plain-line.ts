import { Type } from 'typebox';

/**
 * A text of one line that people read. It is not blank, and has no controls, format characters (zero-width ones, marks that
 * reorder text, tags), separators of lines and paragraphs, or halves of surrogate pairs: they would hide or forge text.
 */
const PLAIN = /^(?=.*\S)[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

export function isPlainLine(text: string): boolean {
  return PLAIN.test(text);
}

/** Schema of such a text. Its rule is not a pattern: not every language of clients has categories of characters. */
export function plainLine(maxLength: number, description: string) {
  const rule = `1 to ${maxLength} characters in one line, none of them a control or format character`;
  const schema = Type.String({
    minLength: 1,
    maxLength,
    description: `${description} It has ${rule}.`,
    'x-remedy': `write ${rule}`,
  });
  return Type.Refine(schema, isPlainLine);
}
