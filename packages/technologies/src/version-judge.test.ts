import { expect, test } from 'vitest';
import { compileFingerprints } from './compile/compile.ts';
import { NO_SIGNALS, ownSet } from '../test/own-set.ts';
import { createDetector } from './detector.ts';
import type { Fingerprints } from './fingerprints.ts';
import { versionSource } from './version-judge.ts';

const VER = String.raw`(?:\?ver=(\d+(?:\.\d+)+))?\;version:\1`;
const SET: Fingerprints = {
  ...ownSet(
    {
      WordPress: { cats: [1], meta: { generator: String.raw`^WordPress(?: ([\d.]+))?\;version:\1` } },
      'The Form': {
        cats: [2],
        scriptSrc: `/wp-content/plugins/form/.+\\.js${VER}`,
        dom: "link[href*='/wp-content/plugins/form/']",
      },
      Shop: {
        cats: [2],
        scriptSrc: `/shop\\.js${VER}`,
        meta: { generator: String.raw`Shop ([\d.]+)\;version:\1` },
      },
      Look: {
        cats: [2],
        dom: { 'link[href*=themes]': { attributes: { href: `/themes/look.+\\.css${VER}` } } },
      },
      Library: {
        cats: [1],
        scriptSrc: [`library\\.js${VER}`, String.raw`/library-([\d.]+)\.js\;version:\1`],
        dom: { 'link[href*=library]': { attributes: { href: `library\\.css${VER}` } } },
      },
    },
    { 1: { name: 'One', priority: 1, groups: [1] }, 2: { name: 'Add-ons', priority: 2, groups: [1] } },
  ),
  addOnCategories: ['Add-ons'],
};
const detector = createDetector(compileFingerprints(SET, {}).buffer);

interface PageParts {
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly generators?: readonly string[];
}

function explained(name: string, { scripts = [], styles = [], generators = [] }: PageParts) {
  const html = [
    ...scripts.map((src) => `<script src="${src}"></script>`),
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
  ].join('');
  const meta = { generator: ['WordPress 6.4.2', ...generators] };
  const found = detector.explain({ ...NO_SIGNALS, html, scriptSrc: scripts, meta });
  return found.find((technology) => technology.name === name);
}

const versions = (name: string, parts: PageParts): readonly string[] =>
  explained(name, parts)?.versions?.map(({ version, source }) => `${version} ${source}`) ?? [];

const FORM = '/wp-content/plugins/form';

test.each<readonly [string, string, PageParts, readonly string[]]>([
  ['of its own file', 'The Form', { scripts: [`${FORM}/scripts.js?ver=4.4`] }, ['4.4 parameter']],
  [
    'not of a library in its folder',
    'The Form',
    { scripts: [`${FORM}/jquery.form.js?ver=3.51.0`, `${FORM}/scripts.js?ver=4.4`] },
    ['4.4 parameter'],
  ],
  [
    'of its style sheet',
    'The Form',
    { scripts: [`${FORM}/jquery.form.js?ver=3.51.0`], styles: [`${FORM}/a.css?ver=4.4`] },
    ['4.4 parameter'],
  ],
  ['not of WordPress', 'The Form', { scripts: [`${FORM}/scripts.js?ver=6.4.2`] }, []],
  [
    'of the generator before that of a theme',
    'Shop',
    { scripts: ['/wp-content/themes/look/shop.js?ver=12.10.0'], generators: ['Shop 10.3'] },
    ['10.3 stated'],
  ],
  ['not of a theme that has its file', 'Shop', { scripts: ['/wp-content/themes/look/shop.js?ver=3.1'] }, []],
  [
    'of the folder of its name',
    'Shop',
    { scripts: ['/wp-content/plugins/shop/shop.js?ver=8.1'] },
    ['8.1 parameter'],
  ],
  ['of a theme', 'Look', { styles: ['/wp-content/themes/look/a.css?ver=2.1'] }, ['2.1 parameter']],
  [
    'of a theme that is sold',
    'Look',
    { styles: ['/wp-content/themes/look-pro/a.css?ver=2.1'] },
    ['2.1 parameter'],
  ],
  ['not of the child of a theme', 'Look', { styles: ['/wp-content/themes/look-child/a.css?ver=1.0.0'] }, []],
  ['of a path', 'Library', { scripts: ['/js/library-1.2.3.js?ver=6.4.2'] }, ['1.2.3 path']],
  [
    'of each path, before those of parameters',
    'Library',
    { scripts: ['/library-1.4.2.js', '/a/library.js?ver=9.0', '/library-1.11.1.js'] },
    ['1.11.1 path', '1.4.2 path', '9.0 parameter'],
  ],
  ['of a library of WordPress', 'Library', { scripts: ['/wp-includes/library.js?ver=3.7'] }, ['3.7 path']],
  ['not of WordPress for a library', 'Library', { scripts: ['/wp-includes/library.js?ver=6.4.2'] }, []],
  [
    'of a library that has one of its own in the folder of a plugin',
    'Library',
    { scripts: [`${FORM}/library.js?ver=1.1`, `${FORM}/scripts.js?ver=4.4`, `${FORM}/more.js?ver=4.4`] },
    ['1.1 parameter'],
  ],
  [
    'not of the plugin that a library is in',
    'Library',
    { scripts: [`${FORM}/library.js?ver=4.4`, `${FORM}/scripts.js?ver=4.4`] },
    [],
  ],
  [
    'not of the plugin that the style sheet of a library is in',
    'Library',
    { scripts: [`${FORM}/scripts.js?ver=4.4`], styles: [`${FORM}/library.css?ver=4.4`] },
    [],
  ],
  [
    'of the style sheet of a library',
    'Library',
    {
      scripts: [`${FORM}/scripts.js?ver=4.4`, `${FORM}/more.js?ver=4.4`],
      styles: [`${FORM}/library.css?ver=1.1`],
    },
    ['1.1 parameter'],
  ],
  ['not a time', 'Library', { scripts: ['/library.js?ver=20130122.1'] }, []],
])('a version is that %s', (_, name, parts, expected) => {
  expect(versions(name, parts)).toEqual(expected);
});

test('a page of WordPress is stored with its plugins and themes, another one is not', () => {
  const addresses = [
    `${FORM}/scripts.js?ver=4.4`,
    '/wp-content/plugins/Bare/a.js',
    '/wp-content/themes/look/a.css',
  ];
  const html = addresses.map((address) => `<link href="${address}">`).join('');
  const meta = { generator: ['WordPress 6.4.2'] };
  const recorded = detector.record({ ...NO_SIGNALS, html, meta });
  expect([recorded.plugins, recorded.themes]).toEqual([
    [
      { slug: 'form', version: '4.4' },
      { slug: 'bare', version: null },
    ],
    [{ slug: 'look', version: null }],
  ]);
  const other = detector.record({ ...NO_SIGNALS, html });
  expect([other.plugins, other.themes]).toEqual([[], []]);
});

test.each<readonly [string, string, string | null]>([
  ['states', 'Shop 10.3', '10.3'],
  ['does not state', 'Other 10.3', null],
])('a plugin whose files have no version is stored with the one that it %s', (_, generator, version) => {
  const html = '<script src="/wp-content/plugins/shop/a.js"></script>';
  const meta = { generator: ['WordPress 6.4.2', generator] };
  expect(detector.record({ ...NO_SIGNALS, html, meta }).plugins).toEqual([{ slug: 'shop', version }]);
});

test('the version of the files of a plugin is stored before the one that it states', () => {
  const html = '<script src="/wp-content/plugins/shop/a.js?ver=10.2"></script>';
  const meta = { generator: ['WordPress 6.4.2', 'Shop 10.3'] };
  expect(detector.record({ ...NO_SIGNALS, html, meta }).plugins).toEqual([{ slug: 'shop', version: '10.2' }]);
});

test('evidence says which match shows the version, and from which kind of source', () => {
  const scripts = [`${FORM}/jquery.form.js?ver=3.51.0`, `${FORM}/scripts.js?ver=4.4`];
  const { version, evidence = [] } = explained('The Form', { scripts }) ?? {};
  expect(version).toBe('4.4');
  expect(evidence.map((one) => [one.version, one.versionSource])).toEqual([
    [null, undefined],
    ['4.4', 'parameter'],
  ]);
});

test.each([
  ['meta', '', 'Shop 10.3', '10.3', 'stated'],
  ['html', '', '<!-- Shop 10.3', '10.3', 'stated'],
  ['html', '', '<link href="/a/10.3/b.css', '10.3', 'path'],
  ['dom', '[href]', '/a/10.3/b.css', '10.3', 'path'],
  ['dom', '[data-version]', '10.3', '10.3', 'stated'],
  ['scriptSrc', '', '/a-3.5.1.js?ver=3.5.1', '3.5.1', 'path'],
  ['scriptSrc', '', '/a.js?ver=3.5.1', '3.5.1', 'parameter'],
  ['css', '', 'a-webfont.woff2?v=4.7.0', '4.7.0', 'parameter'],
  ['css', '', 'a-pro-5.10.2-web/', '5.10.2', 'path'],
  ['scripts', '', 'a 3.3.1 (Custom Build)', '3.3.1', 'stated'],
] as const)('%s %s %s shows %s by what is %s', (field, condition, text, version, source) => {
  expect(versionSource(field, condition, text, version)).toBe(source);
});
