import { describe, expect, test } from 'vitest';
import { ProviderFailure } from './failure.ts';
import { type Field, rootField } from './field.ts';

const ROOT = rootField({
  title: ' A  title ',
  empty: '   ',
  views: '1234',
  likes: 12,
  rate: 1.5,
  below: -1,
  live: false,
  at: '2025-10-27 08:00:00 +00:00',
  none: null,
  items: [{ name: 'one' }, 'two'],
  deep: { er: { value: 7 } },
});

function refusal(read: (field: Field) => unknown): {
  readonly field: string | null;
  readonly message: string;
} {
  try {
    read(ROOT);
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'bad_answer')
      return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error('It was taken.');
}

describe('Field', () => {
  test('reads what is there', () => {
    expect(ROOT.at('title').string()).toBe(' A  title ');
    expect(ROOT.at('title').text()).toBe('A title');
    expect(ROOT.at('empty').text()).toBeNull();
    expect(ROOT.at('views').digits()).toBe(1_234);
    expect(ROOT.at('likes').digits()).toBe(12);
    expect(ROOT.at('likes').count()).toBe(12);
    expect(ROOT.at('rate').number()).toBe(1.5);
    expect(ROOT.at('below').integer()).toBe(-1);
    expect(ROOT.at('live').boolean()).toBe(false);
    expect(ROOT.at('at').time()).toBe(Date.UTC(2025, 9, 27, 8));
    expect(ROOT.at('none').time()).toBeNull();
    expect(ROOT.at('deep', 'er', 'value').integer()).toBe(7);
    expect(ROOT.at('items', 0, 'name').string()).toBe('one');
    expect(
      ROOT.at('items')
        .list()
        .map(({ path }) => path),
    ).toEqual(['items[0]', 'items[1]']);
    expect(
      ROOT.at('deep')
        .entries()
        .map(([name, { path }]) => [name, path]),
    ).toEqual([['er', 'deep.er']]);
  });

  test('what is absent or null is null, however deep', () => {
    for (const field of [
      ROOT.at('none'),
      ROOT.at('nowhere'),
      ROOT.at('none', 'er', 3),
      ROOT.at('items', 9),
    ]) {
      expect(field.isAbsent).toBe(true);
      expect([field.string(), field.text(), field.boolean(), field.number(), field.digits()]).toEqual(
        Array.from({ length: 5 }, () => null),
      );
      expect([field.list(), field.entries()]).toEqual([[], []]);
    }
  });

  test('a member that all objects have is none of the answer’s', () => {
    expect(ROOT.at('constructor').isAbsent).toBe(true);
    expect(ROOT.at('toString', 'name').isAbsent).toBe(true);
  });

  test.each<[string, (field: Field) => unknown, string]>([
    ['title', (root) => root.at('title').number(), 'title is a string, not a number'],
    ['likes', (root) => root.at('likes').string(), 'likes is a number, not a string'],
    ['rate', (root) => root.at('rate').integer(), 'rate is a number, not an integer'],
    ['below', (root) => root.at('below').count(), 'below is a number, not a count'],
    ['title', (root) => root.at('title').digits(), 'title is a string, not a count'],
    ['title', (root) => root.at('title').time(), 'title is not a time'],
    ['live', (root) => root.at('live').list(), 'live is a boolean, not a list'],
    ['items', (root) => root.at('items', 'name'), 'items is a list, not an object'],
    ['deep', (root) => root.at('deep', 0), 'deep is an object, not a list'],
    ['items[1]', (root) => root.at('items', 1, 'name'), 'items[1] is a string, not an object'],
    ['deep.er.nothing', (root) => root.at('deep', 'er', 'nothing').present(), 'deep.er.nothing is missing'],
    ['the answer', () => rootField('text').at('a'), 'the answer is a string, not an object'],
  ])('%s: refused with its path', (field, read, message) => {
    expect(refusal(read)).toEqual({ field, message });
  });
});
