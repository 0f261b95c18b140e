import { describe, expect, test } from 'vitest';
import { OTHERS } from '../../test/shells/others.ts';
import { ANALYTICS, type LabelledPage, TAG_MANAGER } from '../../test/shells/parts.ts';
import { SHELLS } from '../../test/shells/shells.ts';
import { readDocument } from '../document/document.ts';
import { isScriptShell } from './script-shell.ts';

/** Labels of the pages that the rule takes for shells. */
function picked(pages: readonly LabelledPage[]): readonly string[] {
  return pages.flatMap(([label, html]) =>
    isScriptShell(html, readDocument(html, false), 'https://site.example/') ? [label] : [],
  );
}

describe.each<[variation: string, vary: (html: string) => string]>([
  ['as they are', (html) => html],
  ['without white space between tags', (html) => html.replace(/>\s+</g, '><')],
  ['with tags that count visits', (html) => html.replace(/<\/head>/i, `${ANALYTICS}${TAG_MANAGER}</head>`)],
  ['with style', (html) => html.replace(/<\/head>/i, `<style>${'.a{color:red}'.repeat(500)}</style></head>`)],
  ['with names of tags in capitals', (html) => html.replace(/<\/?[a-z]+/g, (tag) => tag.toUpperCase())],
  ['with comments', (html) => html.replace(/<body[^>]*>/i, '$&<!-- built on Monday by the build server -->')],
  [
    'with data of their application',
    (html) =>
      html.replace(
        /<\/body>/i,
        `<script>window.__STATE__={"text":"${'A text. '.repeat(200)}"}</script></body>`,
      ),
  ],
])('of the labelled pages %s', (_variation, vary) => {
  const varied = (pages: readonly LabelledPage[]): readonly LabelledPage[] =>
    pages.map(([label, html]) => [label, vary(html)]);

  test('at least 95 % of the shells are picked', () => {
    const found = new Set(picked(varied(SHELLS)));
    const missed = SHELLS.map(([label]) => label).filter((label) => !found.has(label));
    expect(missed.slice(Math.floor(SHELLS.length * 0.05))).toEqual([]);
  });

  test('at most 2 % of the others are', () => {
    expect(picked(varied(OTHERS)).slice(Math.floor(OTHERS.length * 0.02))).toEqual([]);
  });
});

test('the set has enough pages of either kind, each with a label of its own', () => {
  const labels = [...SHELLS, ...OTHERS].map(([label]) => label);
  expect(SHELLS.length).toBeGreaterThan(70);
  expect(OTHERS.length).toBeGreaterThan(70);
  expect(new Set(labels).size).toBe(labels.length);
});
