// Conditions that are fulfilled by those labels of a kind that pass a test: a storage lists the labels that begin alike, and takes
// those that do.
import { HOST_KINDS, type HostKind, type Label, reversedHost, hostOfLabel } from '@sitegrep/site';
import { invalid, type Parsed } from './invalid-input.ts';
import { shown } from './nearest.ts';

/** Labels among which a condition chooses. */
export interface LabelChoice {
  readonly kind: Label;
  /** Text that all of them begin with. */
  readonly prefix: string;
  /** Those of some labels with the prefix that fulfil the condition. */
  readonly among: (labels: Iterable<string>) => readonly string[];
}

interface MatchRule {
  /** Form of a value, after “write”. */
  readonly takes: string;
  /** The value in its canonical form; null if it is none. */
  readonly read: (value: string) => string | null;
  /** @param value in canonical form */
  readonly choose: (value: string) => LabelChoice;
}

/** Fields whose conditions choose among labels, each with the values that it takes. */
const MATCH_FIELDS = {
  host: hostRule(null),
  script_host: hostRule('script'),
  style_host: hostRule('style'),
  image_host: hostRule('image'),
  frame_host: hostRule('frame'),
  form_host: hostRule('form'),
  font_host: hostRule('font'),
  link_host: hostRule('link'),
  request_host: hostRule('request'),
} as const satisfies Readonly<Record<string, MatchRule>>;
export type MatchField = keyof typeof MATCH_FIELDS;

/** Names of the fields. A literal has no keys besides those of its type. */
export const MATCH_FIELD_NAMES = Object.keys(MATCH_FIELDS) as readonly MatchField[];

export function isMatchField(field: string): field is MatchField {
  return Object.hasOwn(MATCH_FIELDS, field);
}

/** The value of a condition in canonical form; refused if the field does not take it. */
export function readMatch(field: MatchField, value: string, path: string): Parsed<string> {
  const rule: MatchRule = MATCH_FIELDS[field];
  const read = rule.read(value);
  return read === null
    ? invalid(path, `is ${shown(value)}, which ${field} cannot be`, `write ${rule.takes}`)
    : { ok: true, value: read };
}

/** @param value in canonical form */
export function matchChoice(field: MatchField, value: string): LabelChoice {
  return MATCH_FIELDS[field].choose(value);
}

/** Rule of hosts by which a page is loaded, or that it links to. @param kind null: any */
function hostRule(kind: HostKind | null): MatchRule {
  return {
    takes: 'a host, for instance cdn.example.com, or *.example.com for all below it',
    read: readHost,
    choose: (value) => {
      const isBelow = value.startsWith('*.');
      const reversed = reversedHost(isBelow ? value.slice(2) : value);
      const isOfKind = (label: string): boolean =>
        kind === null || hostOfLabel(label).kinds.includes(HOST_KINDS[kind]);
      return {
        kind: 'host',
        prefix: `${reversed}${isBelow ? '.' : '\0'}`,
        among: (labels) => Iterator.from(labels).filter(isOfKind).toArray(),
      };
    },
  };
}

/** A host in lower case and A-labels, with `*.` if it was before it; null if it is none. */
function readHost(value: string): string | null {
  const [, star = '', name = ''] = /^(\*\.)?([^*\s/:@]+?)\.?$/u.exec(value) ?? [];
  const host = name === '' ? undefined : URL.parse(`http://${name}/`)?.hostname;
  return host === undefined || host === '' ? null : `${star}${host}`;
}
