import { describe, expect, test } from 'vitest';
import { loadedAddresses } from './loaded-addresses.ts';

describe('an address in an inline script is found', () => {
  test.each([
    ['in a loader', `s.src = 'https://cdn.one.example/a.js'`, ['https://cdn.one.example/a.js']],
    ['without a protocol', `load("//cdn.one.example/a.js?v=1")`, ['//cdn.one.example/a.js?v=1']],
    ['with escaped slashes', `x={"u":"https:\\/\\/one.example\\/a.js"}`, ['https://one.example/a.js']],
    [
      'after an expression that chooses the protocol',
      `ga.src = ('https:' == document.location.protocol ? 'https://ssl' : 'http://www') + '.one.example/ga.js';`,
      ['.one.example/ga.js'],
    ],
    ['after a variable', `(isSafe ? "https:" : "http:") + "//one.example/a.js"`, ['//one.example/a.js']],
    ['of two joined texts', `s.src="https:" + '//one.example' + "/a.js"`, ['//one.example/a.js']],
    [
      'in markup that a script writes',
      `document.write("<script src='//one.example/a.js'><\\/script>")`,
      ['//one.example/a.js'],
    ],
    [
      'in markup that a script writes with escaped quotes',
      `document.write('<script src=\\"//one.example/a.js\\">')`,
      ['//one.example/a.js'],
    ],
    [
      'in encoded markup that a script writes',
      `document.write(unescape("%3Cscript src='" + host + "one.example/a.js' type='text/javascript'%3E"))`,
      ['one.example/a.js'],
    ],
    [
      'as the beginning of an address, in a loader',
      `(function(){var s=d.createElement('script');s.src='//one.example/c/site-'+id})()`,
      ['//one.example/c/site-'],
    ],
    [
      'that ends in js without a dot',
      `t.src="https://one.example/gtag/js?id=A"`,
      ['https://one.example/gtag/js?id=A'],
    ],
    ['as a path of the site', `import('/_next/static/main.js')`, ['/_next/static/main.js']],
    [
      'in code after a comment that hides it from old browsers',
      `//<![CDATA[ load('//one.example/a.js') //]]>`,
      ['//one.example/a.js'],
    ],
    ['once', `load('//one.example/a.js'); load('//one.example/a.js')`, ['//one.example/a.js']],
    ['in template text', 's.src = `https://one.example/a.js`', ['https://one.example/a.js']],
    [
      'after one that is not a script',
      `i.src='//one.example/a.gif';s.src='//two.example/b.js'`,
      ['//two.example/b.js'],
    ],
  ])('%s', (_, script, expected) => {
    expect(loadedAddresses([script])).toEqual(expected);
  });
});

describe('no address', () => {
  test.each([
    ['in a comment', `a = 1 // load('//one.example/a.js')\n/* "https://one.example/b.js" */`],
    ['in JSON-LD', `{"url": "https://one.example/a.js"}`],
    ['in a list of data', ` ["https://one.example/a.js"]`],
    ['of an image or style', `createElement('img').src='//one.example/a.png'; load("//one.example/a.css?x")`],
    ['of a page without a loader', `var home = "https://one.example/about/"`],
    ['in a name that begins like a file name', `x = "data.json"; y = a.jsonp("b"); z = "a.js.map"`],
    ['without quotes', `// see https://one.example/a.js\nwindow.onload = b / c.js / d`],
    ['in a division', `a = b/c/js/d`],
  ])('%s', (_, script) => {
    expect(loadedAddresses([script])).toEqual([]);
  });
});

test.each([
  ['600 characters before it', 600, 0, 1],
  ['more than 600 before it', 601, 0, 0],
  ['300 characters after it', 0, 300, 1],
  ['more than 300 after it', 0, 301, 0],
])('code that loads an address is near: %s', (_, before, after, count) => {
  const address = '//one.example/a/';
  // Distances count from the address, so they include its quote.
  const rest = (distance: number): string => ';'.repeat(distance - '.src"'.length);
  const code = before > 0 ? `.src${rest(before)}"${address}"` : `"${address}"${rest(after)}.src`;
  const far = ';'.repeat(2_000);
  // Each address is judged by the code around itself, whatever is around the others.
  const script = `"//first.example/a/"${far}${code}${far}"//last.example/a/"`;
  expect(loadedAddresses([script])).toEqual(count === 1 ? [address] : []);
});

describe('a hostile script', () => {
  test.each([
    ['slashes', '/'.repeat(4_000_000)],
    ['quoted slashes', `"${'//'.repeat(2_000_000)}"`],
    ['escaped slashes', `"${'\\/'.repeat(2_000_000)}`],
    ['file names without an end', `"${'a.js'.repeat(1_000_000)}`],
    ['joined texts', `"//a.example/"${'+"b"'.repeat(1_000_000)}`],
    ['unclosed comments', '/* '.repeat(1_300_000)],
    ['addresses', '"//a.example/a.js" '.repeat(200_000)],
    ['different addresses', Array.from({ length: 200_000 }, (_, n) => `"//a.example/${n}.js"`).join(' ')],
    ['a long word before each sign', `"${`${'a'.repeat(500)}// `.repeat(8_000)}`],
    ['loaders without scripts', `createElement "//a.example/b" `.repeat(100_000)],
  ])('of %s is read in a bounded number of steps', (_, script) => {
    const found = loadedAddresses([script, script]);
    expect(found.length).toBeLessThanOrEqual(500);
    expect(found.every(({ length }) => length <= 1_024)).toBe(true);
  });
});
