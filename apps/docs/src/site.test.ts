import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NAMED_SCHEMAS, OPERATIONS, TAGS } from '@sitegrep/contract';
import { openApiDocument } from '@sitegrep/openapi';
import { expect, test } from 'vitest';
import { CHAPTERS } from './chapters.ts';
import { documentationSite } from './site.ts';

/** Pages that only those who work on sitegrep read. */
const INTERNAL = /^docs\/internals\//;

const ROOT = join(import.meta.dirname, '..', '..', '..');
const site = documentationSite((file) => readFileSync(join(ROOT, file), 'utf8'), openApiDocument());
const pages = [...site.files].filter(([name]) => name.endsWith('.html'));

const idsOf = (page: string): readonly string[] =>
  Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);

test('every page for users of docs/ is in a chapter', () => {
  const inChapters = CHAPTERS.flatMap(({ files }) => files);
  expect(new Set(inChapters).size).toBe(inChapters.length);
  const here = globSync('docs/**/*.md', { cwd: ROOT }).filter((path) => !INTERNAL.test(path));
  expect(inChapters.filter((path) => path.startsWith('docs/')).toSorted()).toEqual(here.toSorted());
});

test('each group of operations has a page, with all of its operations, and the schemas have one', () => {
  for (const [id, { tag }] of Object.entries(OPERATIONS)) {
    const page = site.files.get(`api-${tag.toLowerCase().replaceAll(' ', '-')}.html`) ?? '';
    expect([id, idsOf(page).includes(id)]).toEqual([id, true]);
  }
  const groups = pages.filter(([name]) => name.startsWith('api-'));
  expect(groups).toHaveLength(Object.keys(TAGS).length + 1);
  const schemas = idsOf(site.files.get('api-schemas.html') ?? '');
  expect(Object.keys(NAMED_SCHEMAS).filter((name) => !schemas.includes(`schema-${name}`))).toEqual([]);
});

test('no link leads to a page or a part that is not there', () => {
  const ids = new Map(pages.map(([name, page]) => [name.replace('.html', ''), new Set(idsOf(page))]));
  const dead = pages.flatMap(([name, page]) => {
    const own = name.replace('.html', '');
    const at = own === 'index' ? '/docs' : `/docs/${own === 'index-below' ? '' : own}`;
    return Array.from(page.matchAll(/<a\b[^>]* href="([^"]+)"/g), ([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const { pathname, hash } = new URL(link, `http://here.example${at}`);
        if (['/', '/openapi.json'].includes(pathname)) return false;
        const target =
          { '/docs': 'index', '/docs/': 'index-below' }[pathname] ?? pathname.replace('/docs/', '');
        const known = ids.get(target);
        return known === undefined || (hash !== '' && !known.has(decodeURIComponent(hash.slice(1))));
      })
      .map((link) => `${own}: ${link}`);
  });
  expect(dead).toEqual([]);
});

test('no page has an id twice', () => {
  const twice = pages.flatMap(([name, page]) => {
    const ids = idsOf(page);
    return ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${name}: ${id}`);
  });
  expect(twice).toEqual([]);
});

test('pages lead to each other, from the first to the last and back', () => {
  const neighbour = (page: string, way: 'prev' | 'next'): string | undefined =>
    new RegExp(`<a rel="${way}" href="([^"]+)"`).exec(page)?.[1];
  const names = pages.map(([name]) => name.replace('.html', '')).filter((name) => !name.startsWith('index'));
  for (const [index, name] of names.entries()) {
    const page = site.files.get(`${name}.html`) ?? '';
    expect([neighbour(page, 'prev'), neighbour(page, 'next')]).toEqual([names[index - 1], names[index + 1]]);
  }
});

test('what documents hold is shown as text', () => {
  const name = '<img src=x onerror=alert(1)>';
  const markdown = `# A title\n\nIt is ${name}, \`${name}\`.\n\n\`\`\`text\n${name}\n\`\`\`\n`;
  const { files } = documentationSite(() => markdown, { info: { title: name }, tags: [], paths: {} });
  const shown = [...files].filter(([file]) => file.endsWith('.html'));
  expect(shown.filter(([, text]) => text.includes('<img')).map(([file]) => file)).toEqual([]);
  expect(files.get('usage.html')).toContain('&#60;img src=x onerror=alert(1)&#62;');
});

test('a page without a title is refused by name', () => {
  const make = () => documentationSite(() => 'Some text.\n', { info: {}, tags: [], paths: {} });
  expect(make).toThrow('docs/usage.md does not begin with a heading of the first level');
});
