import { Type } from 'typebox';
import { kind, type Kind } from './setting.ts';

/* In milliseconds and bytes. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const KIB = 1024;
export const MIB = 1024 * KIB;
export const GIB = 1024 * MIB;

export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Whole numbers in decimal digits. */
export function integer(bounds: Bounds): Kind<number> {
  return kind({
    schema: Type.Integer({ ...bounds }),
    allowed: `an integer from ${grouped(bounds.minimum)} to ${grouped(bounds.maximum)}`,
    read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    print: String,
  });
}

/** Number of versions that are kept of a page; 0: none. */
export function versionCount(maximum: number): Kind<number> {
  return kind({
    schema: Type.Integer({ minimum: 0, maximum }),
    allowed: `none, all, or an integer from 1 to ${grouped(maximum)}`,
    read: (text) => {
      if (text === 'none') return 0;
      if (text === 'all') return maximum;
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    },
    print: (count) => (count === 0 ? 'none' : count === maximum ? 'all' : String(count)),
  });
}

type Units = readonly (readonly [suffix: string, factor: number])[];

/** Largest first. */
const SIZE_UNITS: Units = [
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
  ['', 1],
];
const DURATION_UNITS: Units = [
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', 1],
];

/** A number of bytes: `4MiB`, `512KiB`, or plain digits. */
export function size(bounds: Bounds): Kind<number> {
  return quantity('a size', '4MiB, 512KiB or plain bytes', SIZE_UNITS, bounds);
}

/** A number of milliseconds: `500ms`, `15s`, `5m`, `1h`. */
export function duration(bounds: Bounds): Kind<number> {
  return quantity('a duration', '500ms, 15s or 5m', DURATION_UNITS, bounds);
}

function quantity(name: string, examples: string, units: Units, bounds: Bounds): Kind<number> {
  const print = (value: number): string => withUnit(value, units);
  return kind({
    schema: Type.Integer({ ...bounds }),
    allowed: `${name} from ${print(bounds.minimum)} to ${print(bounds.maximum)} (written as ${examples})`,
    read: (text) => {
      const [, digits, suffix] = /^(\d{1,15})([A-Za-z]*)$/.exec(text) ?? [];
      const unit = units.find(([known]) => known === suffix);
      return unit === undefined ? undefined : Number(digits) * unit[1];
    },
    print,
  });
}

/** A quantity in the largest unit that leaves no fraction. */
function withUnit(value: number, units: Units): string {
  const [suffix, factor] = units.find(([, factor]) => value >= factor && value % factor === 0) ?? ['', 1];
  return `${value / factor}${value === 0 ? (units.at(-1)?.[0] ?? '') : suffix}`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

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
