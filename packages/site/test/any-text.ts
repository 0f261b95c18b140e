import * as fc from 'fast-check';

const SURROGATES = 0xd800;
const BEHIND_SURROGATES = 0xe000;
const CHARACTERS = 0x11_0000 - (BEHIND_SURROGATES - SURROGATES);

const anyCharacter = fc.nat({ max: CHARACTERS - 1 }).map(characterAt, indexOf);

/**
 * Texts of any characters, those that `fc.string({ unit: 'binary' })` draws. That makes a table of all characters first, in each
 * file of tests, which takes a second of processor time and a hundred megabytes.
 */
export function anyText(
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> {
  return fc.string({ ...lengths, unit: anyCharacter });
}

function characterAt(index: number): string {
  return String.fromCodePoint(index < SURROGATES ? index : index - SURROGATES + BEHIND_SURROGATES);
}

function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('not a character');
  if (code >= SURROGATES && code < BEHIND_SURROGATES) throw new Error('a lone surrogate');
  return code < SURROGATES ? code : code - BEHIND_SURROGATES + SURROGATES;
}
