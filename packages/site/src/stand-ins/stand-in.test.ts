import { expect, test } from 'vitest';
import { STAND_IN_PAGES } from '../../test/stand-ins.ts';
import { STAND_INS } from './kinds.ts';
import { standInOf } from './stand-in.ts';

/** Title and visible text of a page of the set, which has no markup that would be hard to read. */
function read(html: string): readonly [title: string, text: string] {
  const title = (/<title>([^<]*)<\/title>/i.exec(html)?.[1] ?? '')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', '\u00a0');
  const shown = html
    .replaceAll(/<(script|style|noscript|title)\b[^]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ');
  return [title, shown.trim()];
}

test.each(STAND_IN_PAGES)('$name', ({ kind, maker = null, html }) => {
  const [title, text] = read(html);
  expect(standInOf(title, html, text)).toEqual(kind === null ? null : { kind, maker });
});

test('the set has pages of each kind, and more ordinary ones that have their words', () => {
  const counts = Object.groupBy(STAND_IN_PAGES, ({ kind }) => kind ?? 'ordinary');
  for (const kind of STAND_INS) expect(counts[kind]?.length).toBeGreaterThanOrEqual(4);
  expect(counts['ordinary']?.length).toBeGreaterThanOrEqual(25);
});

test.each(STAND_IN_PAGES.filter(({ kind }) => kind !== null))(
  '$name, with the text of a page, is ordinary',
  ({ html }) => {
    const [title, text] = read(html);
    const sentences = 'A page with a text of its own says more than a server does. '.repeat(140);
    expect(standInOf(title, `${html}${sentences}`, `${text} ${sentences}`)).toBeNull();
  },
);

test.each([
  '<script src="',
  '<iframe id="main-iframe" ',
  '<h1>',
  '<html data-adblockkey= ',
  ' class="',
  'window._cf_chl_opt= /cdn-cgi/',
])('a source of 100,000 characters of %s takes bounded work', (piece) => {
  const source = piece.repeat(100_000 / piece.length);
  expect(standInOf('404 not found', source, 'not found')).not.toEqual({
    kind: 'consent_wall',
    maker: 'Google',
  });
});
