import { expect, test } from 'vitest';
import { technologyCatalogue } from './catalogue.ts';
import { technologyNames } from './names.ts';

const groups = technologyCatalogue();
const categories = groups.flatMap(({ categories }) => categories);

test('has each group and each path once, in order', () => {
  const ids = groups.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids).toEqual(expect.arrayContaining(['add_ons', 'content', 'user_generated_content']));
  const paths = categories.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(groups.flatMap(({ id, categories }) => categories.map((one) => `${id}.${one.id}`)));
});

test('has every technology, by its names, in all its categories', () => {
  const names = new Set(categories.flatMap(({ technologies }) => technologies));
  const known = technologyNames().filter((name) => !categories.some(({ path }) => path === name));
  // Paths of categories without a technology are in the list of names, too.
  expect(known.filter((name) => !names.has(name) && !/^[a-z_]+\.[a-z0-9_]+$/.test(name))).toEqual([]);
  const cms = categories.find(({ path }) => path === 'content.cms');
  expect(cms).toMatchObject({ id: 'cms', title: 'CMS' });
  expect(cms?.technologies).toEqual(expect.arrayContaining(['Drupal', 'WordPress']));
  expect(cms?.technologies).toEqual([...new Set(cms?.technologies)].sort());
  const withWordPress = categories.filter(({ technologies }) => technologies.includes('WordPress'));
  expect(withWordPress.map(({ path }) => path)).toEqual(['content.blogs', 'content.cms']);
});
