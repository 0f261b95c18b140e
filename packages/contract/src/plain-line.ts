import { Type } from 'typebox';
import { isPlainLine } from './plain-text.ts';

/** Schema of a plain line. Its rule is not a pattern: not every language of clients has categories of characters. */
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
