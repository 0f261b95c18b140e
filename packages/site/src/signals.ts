/** What technology fingerprints are matched against: one page, taken apart. */
export interface TechnologySignals {
  /** Final URL. */
  readonly url: string;
  /** The decoded source. */
  readonly html: string;
  /** Names in lower case; every value received, in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** From Set-Cookie; names as sent. */
  readonly cookies: Readonly<Record<string, readonly string[]>>;
  /** `src` of each script element as written, in document order. */
  readonly scriptSrc: readonly string[];
  /** Text of each inline script, in document order. */
  readonly scripts: readonly string[];
  /** Content of meta elements by `name` or `property`, in lower case; every value, in order. */
  readonly meta: Readonly<Record<string, readonly string[]>>;
}
