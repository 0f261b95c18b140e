import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';

/** How values of one kind are written in an environment variable, and which of them are allowed. */
export interface Kind<T> {
  /** Carries the bounds. */
  readonly schema: TSchema;
  /** Allowed values, to follow "must be": `an integer from 1 to 64`. */
  readonly allowed: string;
  /** @returns null if the text is not of this syntax or its value is out of bounds */
  parse(text: string): { readonly value: T } | null;
  /** The value in the same syntax: `parse(print(value))` gives an equal value. */
  print(value: T): string;
  /** The value as `print` gives it, with secrets hidden. */
  mask(value: T): string;
  /** True if a value is or may hold a credential; what was given must then not be repeated in an error. */
  readonly secret: boolean;
}

interface KindParts<S extends TSchema> {
  readonly schema: S;
  readonly allowed: string;
  /** Text to a candidate that the schema then judges; undefined where the text is of another syntax. */
  readonly read: (text: string) => unknown;
  readonly print: (value: Static<S>) => string;
  /** Only for kinds that hold credentials. */
  readonly mask?: (value: Static<S>) => string;
}

export function kind<S extends TSchema>(parts: KindParts<S>): Kind<Static<S>> {
  const { schema, allowed, read, print, mask } = parts;
  return {
    schema,
    allowed,
    parse: (text) => {
      const candidate = read(text);
      return Value.Check(schema, candidate) ? { value: candidate } : null;
    },
    print,
    mask: mask ?? print,
    secret: mask !== undefined,
  };
}

/** A kind of setting with an inner one, where an empty text means "none". */
export function optional<T>(inner: Kind<T>): Kind<T | null> {
  return {
    ...inner,
    schema: Type.Union([inner.schema, Type.Null()]),
    allowed: `${inner.allowed}, or empty`,
    parse: (text) => (text === '' ? { value: null } : inner.parse(text)),
    print: (value) => (value === null ? '' : inner.print(value)),
    mask: (value) => (value === null ? '' : inner.mask(value)),
  };
}

/** Shown instead of a secret, whatever its length. */
export const HIDDEN = '********';

/** One line of the table. */
export interface Setting<T> {
  readonly variable: `SITEGREP_${string}`;
  readonly group: Group;
  readonly kind: Kind<T>;
  /** The default in the syntax of the environment variable, as a person would write it. */
  readonly default: string;
  /** How the documentation names a default that depends on the machine. */
  readonly defaultNote?: string;
  /** One line: what it does, to whom it matters. */
  readonly doc: string;
}

export const GROUPS = [
  'Process',
  'Command line',
  'HTTP API',
  'Limits of the HTTP API',
  'Crawling',
  'Limits of a site',
  'Analysis and search',
  'Elasticsearch',
  'Redis',
  'Alerts',
  'Providers',
] as const;
type Group = (typeof GROUPS)[number];
