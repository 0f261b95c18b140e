/** How values of one kind are written in an environment variable, and which of them are allowed. */
export interface Kind<T> {
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

interface KindParts<T> {
  readonly allowed: string;
  /** Text to a value that is allowed; undefined for any other text. */
  readonly read: (text: string) => T | undefined;
  readonly print: (value: T) => string;
  /** Only for kinds that hold credentials. */
  readonly mask?: (value: T) => string;
}

export function kind<T>({ allowed, read, print, mask }: KindParts<T>): Kind<T> {
  return {
    allowed,
    parse: (text) => {
      const value = read(text);
      return value === undefined ? null : { value };
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
