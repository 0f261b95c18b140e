import { canonicalHost, type Label } from '@sitegrep/site';

/** Labels among which a condition chooses. */
export interface LabelChoice {
  readonly kind: Label;
  /** Text that all of them begin with. */
  readonly prefix: string;
  /** Those of some labels with the prefix that fulfil the condition. */
  readonly among: (labels: Iterable<string>) => readonly string[];
}

/** A field whose conditions choose among labels. */
export interface MatchRule {
  /** Form of a value, after “write”. */
  readonly takes: string;
  /** The value in its canonical form; null if it is none. The canonical form is a value, too. */
  readonly read: (value: string) => string | null;
  /** @param value in canonical form */
  readonly choose: (value: string) => LabelChoice;
}

/** The labels that pass a test. */
export function passing(isMeant: (label: string) => boolean): LabelChoice['among'] {
  return (labels) => Iterator.from(labels).filter(isMeant).toArray();
}

/** A host as `canonicalHost` gives it, with `*.` if it was before it; null if it is none. */
export function readHost(value: string): string | null {
  const [, star = '', name = ''] = /^(\*\.)?([^*\s/@:]+|\[[\da-f:.]+\])$/iu.exec(value) ?? [];
  const host = name === '' ? null : canonicalHost(`http://${name}/`);
  return host === null ? null : `${star}${host}`;
}
