import { describe, expect, test } from 'vitest';
import { pastedSource } from './pasted.ts';
import { SWITCH_NAMES, switched, type SwitchName, switchesIn } from './switches.ts';

describe('a switch', () => {
  test.each<readonly [draft: string, name: SwitchName, on: string]>([
    ['gtag', 'case', 'case:yes gtag'],
    ['a OR b', 'case', 'case:yes a OR b'],
    ["fbq('init', '", 'case', `case:yes "fbq('init', '"`],
    ['-webkit-box', 'case', 'case:yes "-webkit-box"'],
    ['gtag', 'word', 'word:"gtag"'],
    ['case:yes gtag', 'word', 'case:yes word:"gtag"'],
    ['gtag country:DE', 'word', 'word:"gtag" country:DE'],
    ['in:title a b -tld:de', 'word', 'in:title word:"a b" -tld:de'],
    ['v\\d+ "x"', 'word', 'v\\d+ "x"'],
    ['v\\d+', 'pattern', 're:"v\\d+"'],
    ['content="\\w+', 'pattern', 're:"content=\\"\\w+"'],
    ['a\\"b', 'pattern', 're:"a\\"b"'],
    ['a\\\\"b', 'pattern', 're:"a\\\\\\"b"'],
    ['a\\', 'pattern', 'a\\'],
    ['/wp-content/', 'pattern', 're:"/wp-content/"'],
    ['gtag', 'text', '"gtag"'],
    ["fbq('init', '", 'text', `"fbq('init', '"`],
    ['a\n\\"b', 'text', '"a\\n\\\\\\"b"'],
    ['gtag OR jquery', 'text', '"gtag OR jquery"'],
    ['country:DE', 'text', '"country:DE"'],
    ['word:"a b"', 'pattern', 're:"a b"'],
    ['/a+/', 'text', '"a+"'],
    ['"a.b"', 'word', 'word:"a.b"'],
    ['', 'text', ''],
    ['(a', 'word', 'word:"(a"'],
  ])('%j with %s is %j', (draft, name, on) => expect(switched(draft, name)).toBe(on));

  test.each<readonly [draft: string, name: SwitchName, off: string]>([
    ['case:yes gtag', 'case', 'gtag'],
    ['jQuery case:yes', 'case', 'jQuery'],
    ['word:"a b"', 'word', 'a b'],
    ['word:gtag country:DE', 'word', 'gtag country:DE'],
    ['case:yes word:"gtag"', 'word', 'case:yes gtag'],
    ['re:"a\\"\\d"', 'pattern', 'a"\\d'],
    ['regex:v\\d+', 'pattern', 'v\\d+'],
    ['/a+/', 'pattern', 'a+'],
    ['"a\\n\\\\\\"b"', 'text', 'a\n\\"b'],
    ['lit:"a\\n\\"b"', 'text', 'a\\n"b'],
    ["'a b'", 'text', 'a b'],
  ])('%j without %s is %j', (draft, name, off) => {
    expect(switchesIn(draft)[name]).toBe(true);
    expect(switched(draft, name)).toBe(off);
  });

  test.each(['gtag', 'a.b c', "fbq('init', '", '<script src="x">', 'é\\d{2}', 'gtag country:DE'])(
    '%j comes back when a switch is pressed twice',
    (draft) => {
      for (const name of ['word', 'pattern', 'text'] as const) {
        const on = switched(draft, name);
        expect([switchesIn(on)[name], switched(on, name)]).toEqual([true, draft]);
      }
    },
  );

  test.each([
    ['', [null, null, null, null]],
    ['gtag', [false, false, false, false]],
    ['a b', [false, false, false, false]],
    ['a\\', [false, false, null, false]],
    ['a OR b', [false, null, null, false]],
    ['title:a', [false, null, null, false]],
    ['"a" "b"', [false, null, null, false]],
    ['case:yes re:"a"', [true, false, true, false]],
    ['"case:yes a"', [false, false, false, true]],
    [`${'('.repeat(60)}a${')'.repeat(60)}`, [null, null, null, null]],
  ])('of %j is on, off, or has nothing to act on: %j', (draft, states) => {
    const found = switchesIn(draft);
    expect(SWITCH_NAMES.map((name) => found[name])).toEqual(states);
  });
});

test.each([
  ['gtag', null],
  ['wp-content/plugins', null],
  ['a b', null],
  ["fbq('init', '", `"fbq('init', '"`],
  [' <a\r\nhref="x">\n', '"<a\\nhref=\\"x\\">"'],
  ['('.repeat(9_999), null],
])('%j is pasted as %j', (text, query) => expect(pastedSource(text)?.query ?? null).toBe(query));
