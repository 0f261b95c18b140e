import type { FoundChange } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { causeIn, ofAnyCause, withCause } from '../query/causes.ts';
import { labelName } from '../query/label-name.ts';
import { conditionsOf } from '../query/language.ts';
import { criteriaIn, parametersOf } from './criteria.ts';
import { changeFacets, type COUNTED_KINDS, DOMAIN_FACETS } from './facet-forms.ts';
import { changedLabels } from './result-facts.ts';

test('changes have an address of their own, which says no level', () => {
  const criteria = criteriaIn({ q: 'added:tech', level: 'change' });
  expect(criteria).toMatchObject({ q: 'added:tech', level: 'change', order: 'at,desc' });
  expect(parametersOf(criteria)).toEqual({ q: 'added:tech' });
  expect(parametersOf({ ...criteria, order: 'at,asc' })).toEqual({ q: 'added:tech', order: 'at,asc' });
});

test('the cause of changes is chosen in place of the one that the query has', () => {
  expect(['', 'added:tech', 'added:tech by:any', 'by:detector at:<30d'].map(causeIn)).toEqual([
    'visit',
    'visit',
    'any',
    'detector',
  ]);
  expect(withCause('added:tech', 'detector')).toBe('added:tech by:detector');
  expect(withCause('by:detector added:tech', 'visit')).toBe('added:tech');
  expect(withCause('by:visit added:tech', 'retraction')).toBe('added:tech by:retraction');
  expect([ofAnyCause(''), ofAnyCause('by:detector')]).toEqual(['by:any', 'by:any']);
});

test.each<[kind: (typeof COUNTED_KINDS)[number], value: string, added: string]>([
  ['tech', 'Contact Form 7', 'added:tech:"Contact Form 7"'],
  ['host', 'cdn.example.com', 'added:host:cdn.example.com'],
  ['country', 'DE', 'added:country:DE'],
  ['cookie', 'wp-*', String.raw`added:cookie:"wp-\*"`],
  ['generator', 'Shop One 1.0', 'added:generator:"Shop One 1.0"'],
  ['outcome', 'gone', 'added:outcome:gone'],
])('labels of %s that were added are conditions', (kind, value, condition) => {
  const [added, removed, month] = changeFacets(kind);
  expect(added?.wish).toEqual({ field: 'added', of: kind });
  expect(added?.conditionOf(value)).toBe(condition);
  expect(removed?.conditionOf(value)).toBe(condition.replace('added:', 'removed:'));
  expect(month?.conditionOf('2026-07')).toBe('at:2026-07');
  expect(conditionsOf(`${condition} at:2026-07`)).toEqual([condition, 'at:2026-07']);
});

test('values are shown by their names', () => {
  expect(changeFacets('country')[0]?.nameOf('DE')).toBe('Germany (DE)');
  expect(changeFacets('category')[0]?.nameOf('content.cms')).toBe('cms');
  expect(DOMAIN_FACETS.find(({ wish }) => wish.field === 'lang')?.nameOf('de')).toBe('German (de)');
  expect(labelName('category', 'web_development.programming_languages')).toBe('programming languages');
  expect(labelName('content_language', 'de')).toBe('German (de)');
  expect(labelName('host', 'a_b.example')).toBe('a_b.example');
});

test('labels of a change are listed by their kinds, those of the whole site first', () => {
  const labels: FoundChange['added'] = { host: ['a.example', 'b.example'], tech: ['PHP'], title: ['Tea'] };
  expect(changedLabels(labels)).toEqual([
    { kind: 'title', label: 'Tea' },
    { kind: 'tech', label: 'PHP' },
    { kind: 'host', label: 'a.example' },
    { kind: 'host', label: 'b.example' },
  ]);
});
