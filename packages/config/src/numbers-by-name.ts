import { Type } from 'typebox';
import { kind, type Kind } from './kind.ts';
import type { Bounds } from './quantities.ts';

export type NumbersByName<Name extends string> = Partial<Readonly<Record<Name, number>>>;

/**
 * A number for each of some names: `serper:1000,brave:60`.
 *
 * @param what the names stand for, in one word
 * @param names that are known, of small letters, digits and hyphens
 */
export function numbersByName<Name extends string>(
  what: string,
  names: readonly Name[],
  bounds: Bounds,
): Kind<NumbersByName<Name>> {
  const isName = (name: string): name is Name => names.some((known) => known === name);
  return kind({
    schema: Type.Unsafe<NumbersByName<Name>>(Type.Record(Type.String(), Type.Integer({ ...bounds }))),
    allowed:
      `${what}:number, separated by commas, or empty; ${what}s ${names.join(', ')}, ` +
      `numbers from ${bounds.minimum} to ${bounds.maximum.toLocaleString('en-US')}`,
    read: (text) => {
      const pairs =
        text === '' ? [] : text.split(',').map((part) => /^\s*([a-z\d-]+):(\d{1,15})\s*$/.exec(part));
      const given = pairs.map((pair) => pair?.[1] ?? '');
      if (!given.every(isName) || new Set(given).size < given.length) return undefined;
      return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]));
    },
    print: (numbers) =>
      Object.entries(numbers)
        .map(([name, number]) => `${name}:${String(number)}`)
        .join(','),
  });
}
