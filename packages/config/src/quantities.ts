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

/** @returns undefined if the number is out of bounds, or none */
function within({ minimum, maximum }: Bounds, value: number): number | undefined {
  return value >= minimum && value <= maximum ? value : undefined;
}

/** Whole numbers in decimal digits. */
export function integer(bounds: Bounds): Kind<number> {
  return kind({
    allowed: `an integer from ${grouped(bounds.minimum)} to ${grouped(bounds.maximum)}`,
    read: (text) => (/^\d{1,15}$/.test(text) ? within(bounds, Number(text)) : undefined),
    print: String,
  });
}

/**
 * Versions that are kept of a page, as storages take it: a number of them (0: none), those of so many milliseconds, or those that have
 * so many bytes.
 */
type VersionsToKeep = number | { readonly maxAge: number } | { readonly maxBytes: number };

const DAY = 24 * HOUR;
const MAX_KEPT_DAYS = 3_650;
const MAX_KEPT_BYTES = GIB;

/** Versions that are kept of a page: by their number, age or size. @param maximum number that `all` stands for */
export function versionsToKeep(maximum: number): Kind<VersionsToKeep> {
  const ages = { minimum: 1, maximum: MAX_KEPT_DAYS };
  const sizes = { minimum: KIB, maximum: MAX_KEPT_BYTES };
  return kind<VersionsToKeep>({
    allowed:
      `none, all, an integer from 1 to ${grouped(maximum)}, an age from 1d to ${grouped(MAX_KEPT_DAYS)}d (90d), ` +
      'or a size from 1KiB to 1GiB (1MiB)',
    read: (text) => {
      if (text === 'none') return 0;
      if (text === 'all') return maximum;
      const [, digits, suffix] = /^(\d{1,15})([A-Za-z]*)$/.exec(text) ?? [];
      if (suffix === '') return within({ minimum: 1, maximum }, Number(digits));
      if (suffix === 'd') {
        const days = within(ages, Number(digits));
        return days === undefined ? undefined : { maxAge: days * DAY };
      }
      const unit = SIZE_UNITS.find(([known]) => known === suffix);
      const maxBytes = unit === undefined ? undefined : within(sizes, Number(digits) * unit[1]);
      return maxBytes === undefined ? undefined : { maxBytes };
    },
    print: (kept) => {
      if (typeof kept === 'number') return kept === 0 ? 'none' : kept === maximum ? 'all' : String(kept);
      return 'maxAge' in kept ? `${kept.maxAge / DAY}d` : withUnit(kept.maxBytes, SIZE_UNITS);
    },
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
    allowed: `${name} from ${print(bounds.minimum)} to ${print(bounds.maximum)} (written as ${examples})`,
    read: (text) => {
      const [, digits, suffix] = /^(\d{1,15})([A-Za-z]*)$/.exec(text) ?? [];
      const unit = units.find(([known]) => known === suffix);
      return unit === undefined ? undefined : within(bounds, Number(digits) * unit[1]);
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
    allowed:
      `${what}:number, separated by commas, or empty; ${what}s ${names.join(', ')}, ` +
      `numbers from ${bounds.minimum} to ${bounds.maximum.toLocaleString('en-US')}`,
    read: (text) => {
      const pairs =
        text === '' ? [] : text.split(',').map((part) => /^\s*([a-z\d-]+):(\d{1,15})\s*$/.exec(part));
      const given = pairs.map((pair) => pair?.[1] ?? '');
      if (!given.every(isName) || new Set(given).size < given.length) return undefined;
      const numbers = pairs.map((pair) => within(bounds, Number(pair?.[2])));
      if (numbers.includes(undefined)) return undefined;
      const byName: NumbersByName<Name> = {};
      return Object.assign(byName, Object.fromEntries(given.map((name, at) => [name, numbers[at]])));
    },
    print: (numbers) =>
      Object.entries(numbers)
        .map(([name, number]) => `${name}:${String(number)}`)
        .join(','),
  });
}
