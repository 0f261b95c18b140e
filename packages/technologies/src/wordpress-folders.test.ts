import { expect, test } from 'vitest';
import { ownHostOf } from './own-host.ts';
import { FOLDER_LITERALS, readWordPressFolders } from './wordpress-folders.ts';

const SITE = 'https://site.example';
const isOwn = ownHostOf([`${SITE}/`], []);

/** Positions of the literals, those of one after those of another. */
function positionsIn(html: string): readonly number[] {
  return FOLDER_LITERALS.flatMap((literal) =>
    Array.from(html.matchAll(RegExp(literal.replaceAll('.', String.raw`\.`), 'gi')), ({ index }) => index),
  );
}

function read(files: readonly string[], generators: readonly string[] = []) {
  const html = files.map((file) => `<script src='${SITE}/${file}'></script>`).join('\n');
  const { versions, defaults } = readWordPressFolders(html, positionsIn(html), generators, isOwn);
  return { versions: Object.fromEntries(versions), defaults: [...defaults] };
}

const PLUGIN = 'wp-content/plugins/one';

test.each<readonly [string, readonly string[], string | null]>([
  ['that of its files', ['a.js?ver=1.2.3'], '1.2.3'],
  ['escaped', ['a.js?x=1&#038;ver=1.2'], '1.2'],
  ['before a suffix', ['a.js?ver=2.0.36.1-1667799850'], '2.0.36.1'],
  ['after a name', ['blocks.css?ver=wc-9.2.3'], '9.2.3'],
  ['not that of a library', ['js/jquery.form.js?ver=3.51.0', 'a.js?ver=4.4'], '4.4'],
  ['not that of a folder of libraries', ['lib/x.js?ver=9.9', 'vendor/y.js?ver=8.8', 'a.js?ver=1.0'], '1.0'],
  ['not that of a file with a version in its name', ['easing.1.3.js?ver=1.3', 'a.js?ver=2.0'], '2.0'],
  ['that of most files', ['a.js?ver=1.1', 'b.js?ver=1.2', 'c.js?ver=1.2'], '1.2'],
  ['unknown if files differ', ['a.js?ver=1.1', 'b.css?ver=1.16'], null],
  ['that of several libraries', ['jquery.a.js?ver=2.7.6', 'jquery.b.js?ver=2.7.6'], '2.7.6'],
  ['not that of one library', ['jquery.form.js?ver=3.51.0'], null],
  ['not that of one library in two files', ['colorbox.js?ver=1.3.20', 'colorbox.css?ver=1.3.20'], null],
  ['not a time', ['a.js?ver=1764592943', 'b.js?ver=20130122'], null],
  ['not a hash', ['a.js?ver=1629c592562f9c88'], null],
  ['unknown without a parameter', ['a.js'], null],
])('the version of a folder is %s', (_, files, version) => {
  expect(read(files.map((file) => `${PLUGIN}/${file}`)).versions).toEqual({ 'plugins/one': version });
});

test.each<readonly [string, readonly string[]]>([
  ['the generator', ['WordPress 6.4.2']],
  ['no generator', []],
])('the version of WordPress is not that of a plugin: %s', (_, generators) => {
  const files = [
    'wp-includes/css/dist/block-library/style.min.css?ver=6.4.2',
    `${PLUGIN}/a.js?ver=6.4.2`,
    'wp-content/themes/Two/style.css?ver=6.4.2',
    'wp-content/themes/Two/main.js?ver=1.5',
  ];
  expect(read(files, generators)).toEqual({
    versions: { 'plugins/one': null, 'themes/two': '1.5' },
    defaults: ['6.4.2'],
  });
});

test('a version that three folders share is that of WordPress if that is not known', () => {
  const files = ['one', 'two', 'three'].map((slug) => `wp-content/plugins/${slug}/a.js?ver=3.4.1`);
  expect(read(files)).toEqual({
    versions: { 'plugins/one': null, 'plugins/two': null, 'plugins/three': null },
    defaults: ['3.4.1'],
  });
  expect(read(files, ['WordPress 6.0']).versions).toEqual({
    'plugins/one': '3.4.1',
    'plugins/two': '3.4.1',
    'plugins/three': '3.4.1',
  });
});

test.each<readonly [string, string | null]>([
  ['css/jetpack.css?ver=13.5', '13.5'],
  ['_inc/build/sharedaddy/sharing.min.js?ver=15.4-a.1', '15.4'],
  ['_inc/build/spin.min.js?ver=1.3', null],
  ['modules/wpgroho.js?ver=3.4.2', null],
])('a file of Jetpack has its version or one of its own: %s', (file, version) => {
  expect(read([`wp-content/plugins/jetpack/${file}`]).versions).toEqual({ 'plugins/jetpack': version });
});

test('files that Automattic delivers have the versions of plugins and of WordPress in their paths', () => {
  const html = [
    '<script src="https://c0.wp.com/c/6.9/wp-includes/js/jquery/jquery.min.js"></script>',
    '<script src="https://c0.wp.com/p/woocommerce/10.4.0/assets/js/frontend/woocommerce.min.js"></script>',
    String.raw`<script>var a="https:\/\/c0.wp.com\/p\/jetpack\/13.5.1\/_inc\/a.js"</script>`,
    `<script src="/${PLUGIN}/a.js?ver=6.9"></script>`,
  ].join('');
  const { versions, defaults } = readWordPressFolders(html, positionsIn(html), [], isOwn);
  expect([...defaults]).toEqual(['6.9']);
  expect(Object.fromEntries(versions)).toEqual({
    'plugins/one': null,
    'plugins/woocommerce': '10.4.0',
    'plugins/jetpack': '13.5.1',
  });
});

test('folders of other sites do not count, those of escaped addresses and of style sheets do', () => {
  const html = [
    '<img src="https://other.example/wp-content/plugins/theirs/a.png">',
    String.raw`<script>var a={"url":"https:\/\/site.example\/wp-content\/plugins\/ours\/a.js?ver=1.5"}</script>`,
    String.raw`<script>var b={"url":"https:\/\/other.example\/wp-content\/plugins\/theirs\/a.js"}</script>`,
    '<style>a{background:url(/wp-content/themes/look/a.png)}</style>',
    '<link href="/app/plugins/moved/a.css?ver=2.1">',
    '<a href="/wp-content/plugins/">none</a>',
  ].join('');
  expect(Object.fromEntries(readWordPressFolders(html, positionsIn(html), [], isOwn).versions)).toEqual({
    'plugins/ours': '1.5',
    'themes/look': null,
    'plugins/moved': '2.1',
  });
});

test('only the folders of WordPress count, each file once', () => {
  const html = [
    '<link href="/myapp/plugins/not/a.css"><link href="/wp/plugins/not/b.css"><link href="/plugins/not/c.css">',
    '<link href="/wp-content/themes/plugins/wp-content/plugins/inner/a.css?ver=1.0">',
    '<link href="app/themes/late/a.css?ver=2.0"><link href="/wp-content/pluginsx/not/d.css">',
  ].join('');
  // The one file of the first folder is in one for those of others.
  expect(Object.fromEntries(readWordPressFolders(html, positionsIn(html), [], isOwn).versions)).toEqual({
    'themes/plugins': null,
    'themes/late': '2.0',
  });
});
