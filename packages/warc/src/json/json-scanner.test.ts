import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonFault, JsonScanner, type JsonReader } from './json-scanner.ts';

/** Values that a scanner tells, in words, and its fault. */
function scanned(
  text: string | Buffer,
  chunk = Infinity,
): { told: readonly string[]; fault: JsonFault | null } {
  const told: string[] = [];
  const reader: JsonReader = {
    open: (isList, depth) => told.push(`${isList ? '[' : '{'}${depth}`),
    close: () => told.push('end'),
    key: (name) => told.push(`key ${name}`),
    wanted: () => 1_000,
    text: (value) => told.push(`text ${value}`),
    word: (written) => told.push(written),
  };
  const scanner = new JsonScanner(reader);
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; at += chunk) scanner.scan(bytes.subarray(at, at + chunk));
    scanner.end();
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { told, fault: error };
  }
  return { told, fault: null };
}

test('tells all values in their order, in chunks of any size', () => {
  const text = ' {"a\\u00e9": [1, -2.5e+3, true, false, null, "x\\n\\"ü\\ud83d\\ude00", {}], "": []}\n[{}] ';
  for (const chunk of [1, 2, 3, 7, Infinity])
    expect(scanned(text, chunk)).toEqual({
      told: [
        '{0',
        'key aé',
        '[1',
        '1',
        '-2.5e+3',
        'true',
        'false',
        'null',
        'text x\n"ü😀',
        '{2',
        'end',
        'end',
        'key ',
        '[1',
        'end',
        'end',
        '[0',
        '{1',
        'end',
        'end',
      ],
      fault: null,
    });
});

test.each([
  ['{"a":1,}', 7],
  ['{"a":1 "b":2}', 7],
  ['[1,]', 3],
  ['[1}', 2],
  ['{]', 1],
  ['{"a" 1}', 5],
  ["{'a':1}", 1],
  ['{a:1}', 1],
  ['[01]', 2],
  ['[1.]', 3],
  ['[-]', 2],
  ['[1e]', 3],
  ['[1.5.2]', 4],
  ['[truE]', 4],
  ['[nul]', 4],
  ['[nulll]', 5],
  ['[+1]', 1],
  ['[NaN]', 1],
  ['["\\x"]', 3],
  ['["\\u12g4"]', 6],
  ['["a\nb"]', 3],
  ['{"a":[1,2]} x', 12],
  ['7', 0],
  ['[1]]', 3],
  ['[1]\0', 3],
])('the first wrong byte of %j is number %d, in chunks of any size', (text, offset) => {
  for (const chunk of [1, 2, Infinity])
    expect(scanned(text, chunk).fault).toMatchObject({ offset, isEnd: false });
});

test.each(['{', '[1', '[1,', '{"a', '{"a"', '{"a":', '["\\', '["\\u1', '[t', '[-', '{"a":[{}]'])(
  'the end of %j comes too early',
  (text) => {
    expect(scanned(text).fault).toMatchObject({ offset: text.length, isEnd: true });
  },
);

describe('for any JSON', () => {
  const json = fc.oneof(
    fc.jsonValue().map((value) => [value]),
    fc.dictionary(fc.string(), fc.jsonValue()),
  );

  test('there is no fault', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (value, chunk, indent) => {
        expect(scanned(JSON.stringify(value, null, indent), chunk).fault).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  test('with another byte, there is a fault exactly if JSON.parse finds one, and never before that byte', () => {
    const isRight = fc.property(json, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (value, n, byte) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const at = n % bytes.length;
      bytes[at] = byte;
      const { told, fault } = scanned(bytes);
      const isJson = isContainer(bytes.toString());
      // Two documents after each other are none for JSON.parse.
      const isWhole = isJson || told.filter((one) => /^.0$/.test(one)).length > 1;
      return fault === null ? isWhole : !isJson && fault.offset >= at;
    });
    expect(fc.check(isRight, { numRuns: 500 })).toMatchObject({ failed: false });
  });
});

/** Whether a text is an object or a list by JSON.parse. */
function isContainer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

test('of a long text as much is told as is wanted, whatever is cut off', () => {
  const texts: [string, boolean][] = [];
  const reader: JsonReader = {
    open: () => {},
    close: () => {},
    key: () => {},
    wanted: () => 10,
    text: (value, isCut) => texts.push([value, isCut]),
    word: () => {},
  };
  for (const written of [
    '0123456789',
    '0123456789a',
    '012345678\\n',
    '012\\u00e9\\u00e9',
    '012345678é',
    '\\\\\\\\\\\\\\\\\\\\',
  ])
    for (const chunk of [1, 100]) {
      const scanner = new JsonScanner(reader);
      const bytes = Buffer.from(`["${written}"]`);
      for (let at = 0; at < bytes.length; at += chunk) scanner.scan(bytes.subarray(at, at + chunk));
    }
  expect(texts.filter((_, n) => n % 2 === 0)).toEqual([
    ['0123456789', false],
    ['0123456789', true],
    ['012345678', true],
    ['012é', true],
    ['012345678', true],
    ['\\\\\\\\\\', false],
  ]);
  expect(texts.filter((_, n) => n % 2 === 1)).toEqual(texts.filter((_, n) => n % 2 === 0));
});
