import { describe, expect, test } from 'vitest';
import { fingerprintsIn } from './fingerprint-text.ts';
import { draftOf, requestOf } from './technology-request.ts';

const DRAFT = { q: ' acme ', name: ' Acme ', categories: ['content.cms'], website: '', version: ' a-(.) ' };

describe('the search that a technology becomes', () => {
  test('has what is written, and nothing for what is empty', () => {
    expect(requestOf(DRAFT, null)).toEqual({
      q: 'acme',
      level: 'page',
      shared: true,
      technology: { name: 'Acme', categories: ['content.cms'], version: 'a-(.)' },
    });
  });

  test('keeps title, receivers and report of the search that is changed', () => {
    const webhook = { url: 'https://hooks.example/', template: 'slack' } as const;
    const notify = { webhook, mail: null, on: ['appeared' as const], count: null };
    const report = {
      pattern: '0 6 * * 1',
      time_zone: null,
      every_seconds: null,
      format: 'csv' as const,
      facets: [],
      limit: 7,
      next_at: null,
    };
    expect(requestOf(DRAFT, { label: 'Shops', notify, report })).toMatchObject({
      label: 'Shops',
      notify: { webhook, on: ['appeared'] },
      report: { pattern: '0 6 * * 1', format: 'csv', facets: [], limit: 7 },
    });
    expect(requestOf(DRAFT, { label: null, notify: null, report: null })).not.toHaveProperty('notify');
    const nobody = { webhook: null, mail: null, on: [], count: null };
    expect(requestOf(DRAFT, { label: null, notify: nobody, report: null })).not.toHaveProperty('notify');
  });

  test('is read back as it was written', () => {
    const technology = {
      name: 'Acme',
      categories: ['content.cms'],
      website: null,
      version: 'a-(.)',
      judging: null,
    };
    expect(draftOf({ q: 'acme', technology })).toEqual({
      ...DRAFT,
      q: 'acme',
      name: 'Acme',
      version: 'a-(.)',
    });
    expect(draftOf({ q: null, technology: null })).toEqual({
      q: '',
      name: '',
      categories: [],
      website: '',
      version: '',
    });
  });
});

test('fingerprints are a map in JSON, or it is said what they are not', () => {
  expect(fingerprintsIn('{"A": {"cats": [1]}}')).toEqual({ A: { cats: [1] } });
  expect(() => fingerprintsIn('{"A":')).toThrow('This is not JSON');
  expect(() => fingerprintsIn('[1]')).toThrow('not a map of names');
});
