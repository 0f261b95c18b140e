import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind } from './kind.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';

const DIGITS = fc.nat({ max: 2 ** 31 }).map(String);
const ADDRESS = fc.oneof(fc.ipV4(), fc.ipV6());

/** Texts of every syntax there is; each setting takes those that it allows. */
const TEXTS: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 32, maxLength: 200, unit: 'grapheme-ascii' }),
  DIGITS,
  fc
    .tuple(fc.nat({ max: 4_000 }), fc.constantFrom('', 'KiB', 'MiB', 'GiB', 'ms', 's', 'm', 'h'))
    .map((parts) => parts.join('')),
  fc.constantFrom(
    'none',
    'local',
    'google-suggest',
    'google-suggest:60',
    'youtube-data-api:7,yt-dlp:8',
    ' yt-dlp  --proxy\thttp://a ',
    'google-suggest:1,google-suggest:2',
    'nobody:1',
  ),
  fc.constantFrom('obey', 'ignore', 'sqlite', 'redis', 'info', 'silent'),
  ADDRESS,
  fc
    .array(
      fc.tuple(ADDRESS, fc.nat({ max: 128 })).map((parts) => parts.join('/')),
      { maxLength: 4 },
    )
    .map((list) => list.join(',')),
  fc.webUrl(),
  fc.emailAddress(),
  fc.domain().map((domain) => `http://user:word@${domain}:3128`),
  fc.domain().map((domain) => `rediss://user:word@${domain}:6379/3`),
  fc.tuple(fc.domain(), fc.ipV6()).map(([domain, address]) => `${domain}:1,[${address}]:65535`),
);

function readsBack(kind: Kind<unknown>, text: string): 'refused' | 'same' | 'different' {
  const parsed = kind.parse(text);
  if (parsed === null) return 'refused';
  return isDeepStrictEqual(kind.parse(kind.print(parsed.value)), parsed) ? 'same' : 'different';
}

describe('the table of settings', () => {
  test.each(SETTING_NAMES)('%s: what is printed reads back as the same value', (name) => {
    const law = fc.property(TEXTS, (text) => readsBack(SETTINGS[name].kind, text) !== 'different');
    expect(() => fc.assert(law, { numRuns: 400 })).not.toThrow();
    expect(readsBack(SETTINGS[name].kind, SETTINGS[name].default)).toBe('same');
  });

  test('no two settings share a variable', () => {
    const variables = SETTING_NAMES.map((name) => SETTINGS[name].variable);
    expect(new Set(variables).size).toBe(variables.length);
  });

  test.each(SETTING_NAMES)("%s is its variable's name in camel case", (name) => {
    const words = SETTINGS[name].variable.replace('SITEGREP_', '').toLowerCase().split('_');
    expect(
      words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join(''),
    ).toBe(name);
  });
});
