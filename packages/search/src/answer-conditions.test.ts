// Conditions on certificates and icons as the query language writes them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Condition, labelChoice } from './filter.ts';
import { conditionOfField } from './language/fields.ts';
import type { Expression } from './expression/expression.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 29, 23, 59, 59), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function conditionsIn(expression: Expression): readonly Condition[] {
  if (expression.kind === 'condition') return [expression.condition];
  return expression.kind === 'or' || expression.kind === 'and' ? expression.of.flatMap(conditionsIn) : [];
}

/** The conditions of a field with a value, each as its field and its values; or the error. */
function read(field: Parameters<typeof conditionOfField>[0], value: string): unknown {
  const parsed = conditionOfField(field, value, {});
  if (!parsed.ok) return parsed.error;
  return conditionsIn(parsed.value).map((condition) => [
    condition.field,
    condition.kind === 'matching' ? condition.value : condition.kind === 'any_of' ? condition.values : null,
  ]);
}

describe('cert_expires', () => {
  test.each([
    ['2026-12-31', '2026-12-31..2026-12-31'],
    ['2028-02', '2028-02-01..2028-02-29'],
    ['2026-12', '2026-12-01..2026-12-31'],
    ['<2027-01-01', '..2026-12-31'],
    ['<=2027-01-01', '..2027-01-01'],
    ['>2026-12', '2027-01-01..'],
    ['>=2026-12', '2026-12-01..'],
    ['2026-12-01..2026-12-15', '2026-12-01..2026-12-15'],
    ['..2026-12', '..2026-12-31'],
    ['2026-11..', '2026-11-01..'],
    ['<30d', '..2026-12-28'],
    ['<=30d', '..2026-12-29'],
    ['0d..30d', '2026-11-29..2026-12-29'],
    ['>0d', '2026-11-30..'],
    ['=1d', '2026-11-30..2026-11-30'],
  ])('%s is %s', (written, days) => {
    expect(read('cert_expires', written)).toEqual([['cert_expires', days]]);
    // What is stored of a query is read again.
    expect(read('cert_expires', days)).toEqual([['cert_expires', days]]);
  });

  test.each(['soon', '2026-02-30', '2026-13', '<', '..', '30', '-1d', '26-12', '123456d'])(
    '%s is refused',
    (written) => {
      expect(read('cert_expires', written)).toMatchObject({
        problem: expect.stringContaining('which cert_expires does not take'),
        remedy: expect.stringContaining('<30d, 0d..30d, <2027-01-01, 2026-12 or 2026-12-01..2026-12-15'),
      });
    },
  );

  test('looks at the days that begin as both ends do', () => {
    const condition = { kind: 'matching', field: 'cert_expires', negated: false } as const;
    const choice = labelChoice({ ...condition, value: '2026-12-02..2026-12-30' });
    const days = ['2026-12-01', '2026-12-02', '2026-12-15', '2026-12-30', '2026-12-31'];
    expect(choice.prefix).toBe('2026-12-');
    expect(choice.among(days)).toEqual(['2026-12-02', '2026-12-15', '2026-12-30']);
  });
});

test.each([
  ['example.com', [['cert_issuer', 'example.com'], ['cert_name', 'example.com']]], // prettier-ignore
  ['*.Example.com', [['cert_name', '*.example.com']]],
  ['DigiCert, Inc.', [['cert_issuer', 'digicert, inc.']]],
  ['Let’s Encrypt', [['cert_issuer', 'let’s encrypt']]],
  ['bücher.example', [['cert_issuer', 'bücher.example'], ['cert_name', 'xn--bcher-kva.example']]], // prettier-ignore
])('cert:%s is about issuers and names', (written, conditions) => {
  expect(read('cert', written)).toEqual(conditions);
});

test.each([
  ['1.3', ['TLSv1.3']],
  ['1.0,1.1', ['TLSv1', 'TLSv1.1']],
  ['TLSv1.2', ['TLSv1.2']],
  ['tls1', ['TLSv1']],
])('tls:%s', (written, values) => {
  expect(read('tls', written)).toEqual([['tls', values]]);
});

test.each([
  ['-1616143106', 'mmh3:-1616143106'],
  ['mmh3:0', 'mmh3:0'],
  ['2147483647', 'mmh3:2147483647'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'md5:d41d8cd98f00b204e9800998ecf8427e'],
  ['MD5:D41D8CD98F00B204E9800998ECF8427E', 'md5:d41d8cd98f00b204e9800998ecf8427e'],
  ['0'.repeat(64), `sha256:${'0'.repeat(64)}`],
])('icon:%s', (written, label) => {
  expect(read('icon', written)).toEqual([['icon', [label]]]);
});

test.each([
  ['icon', '2147483648'],
  ['icon', 'md5:123'],
  ['icon', 'logo'],
  ['icon', 'mmh3:d41d8cd98f00b204e9800998ecf8427e'],
  ['icon~', '123'],
  ['tls', '1.4'],
  ['tls', 'ssl3'],
] as const)('%s:%s is refused', (field, written) => {
  expect(read(field, written)).toMatchObject({ problem: expect.stringContaining(written) });
});

test('icon~ takes pictures whose perceptual hashes differ in ten bits at most', () => {
  expect(read('icon~', 'FFFF0000ffff0000')).toEqual([['icon_like', 'ffff0000ffff0000']]);
  const choice = labelChoice({
    kind: 'matching',
    field: 'icon_like',
    value: '00000000000003ff',
    negated: false,
  });
  const labels = ['0000000000000000', '8000000000000000', '00000000000003ff', '80000000000003fe'];
  expect(choice.among(labels.map((one) => `phash:${one}`))).toEqual(
    ['0000000000000000', '00000000000003ff', '80000000000003fe'].map((one) => `phash:${one}`),
  );
});
