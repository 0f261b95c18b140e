import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from './json.ts';
import { sentence } from './validation.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function refusal(body: Uint8Array): string {
  const result = parseJson(body);
  return result.ok ? `accepted ${JSON.stringify(result.value)}` : sentence(result.problem);
}

describe('a JSON body', () => {
  test('any JSON value comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('"__proto__":') && !text.includes('"constructor":'));
        expect(parseJson(bytes(text))).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  test('may begin with a BOM', () => {
    expect(parseJson(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toEqual({ ok: true, value: {} });
  });

  test('of duplicate keys the last counts', () => {
    expect(parseJson(bytes('{"limit":1,"limit":2}'))).toEqual({ ok: true, value: { limit: 2 } });
  });

  test('10.0 is the integer 10', () => {
    expect(parseJson(bytes('10.0'))).toEqual({ ok: true, value: 10 });
  });

  test.each([
    ['an empty body', bytes(''), 'The body is empty; send a JSON object.'],
    ['white space', bytes(' \r\n'), 'The body is empty; send a JSON object.'],
    ['a bare word', bytes('hello'), 'The body is not valid JSON; send a JSON object.'],
    ['a body that breaks off', bytes('{"limit":'), 'The body is not valid JSON; send a JSON object.'],
    [
      'a trailing comma',
      bytes('{"limit":1,}'),
      'The body is not valid JSON (at character 11); send a JSON object.',
    ],
    ['NaN', bytes('{"limit":NaN}'), 'The body is not valid JSON; send a JSON object.'],
    [
      'a byte that is not UTF-8',
      new Uint8Array([0x22, 0xff, 0x22]),
      'The body is not valid UTF-8; send JSON encoded in UTF-8.',
    ],
    [
      'half a UTF-8 sequence',
      new Uint8Array([0x22, 0xc3, 0x22]),
      'The body is not valid UTF-8; send JSON encoded in UTF-8.',
    ],
    [
      'a surrogate encoded as UTF-8',
      new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
      'The body is not valid UTF-8; send JSON encoded in UTF-8.',
    ],
    [
      'UTF-16',
      new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
      'The body is not valid UTF-8; send JSON encoded in UTF-8.',
    ],
    ['a key __proto__', bytes('{"__proto__":{"limit":1}}'), 'The body has a key "__proto__"; leave it out.'],
    [
      'the same, escaped',
      bytes(String.raw`{"\u005f_proto__":1}`),
      'The body has a key "__proto__"; leave it out.',
    ],
    [
      'a key constructor, deep inside',
      bytes('{"a":[{"constructor":1}]}'),
      'The body has a key "constructor"; leave it out.',
    ],
    [
      '33 levels',
      bytes('['.repeat(33) + ']'.repeat(33)),
      'The body is nested too deep; use at most 32 levels.',
    ],
    [
      '100,000 arrays',
      bytes('['.repeat(100_000) + ']'.repeat(100_000)),
      'The body is nested too deep; use at most 32 levels.',
    ],
    [
      '100,000 objects',
      bytes('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
      'The body is nested too deep; use at most 32 levels.',
    ],
    ['100,000 open brackets', bytes('['.repeat(100_000)), 'The body is not valid JSON; send a JSON object.'],
  ])('%s is refused', (_name, body, expected) => {
    // Where V8 names the position, depends on the fault.
    expect(refusal(body)).toBe(expected);
  });

  test('32 levels are taken', () => {
    expect(parseJson(bytes('['.repeat(32) + ']'.repeat(32))).ok).toBe(true);
  });

  test('a refusal repeats nothing of the body', () => {
    expect(refusal(bytes('{"secret": sg_hidden}'))).not.toContain('hidden');
  });
});
