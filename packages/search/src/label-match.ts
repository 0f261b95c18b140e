// Conditions that are fulfilled by those labels of a kind that pass a test: a storage lists the labels that begin alike, and takes
// those that do.
import { HOST_KINDS, type HostKind, reversedHost, hostOfLabel } from '@sitegrep/site';
import { issuerRule, nameRule } from './certificate-match.ts';
import { expiryRule, firstVisitRule } from './day-match.ts';
import { likenessRule } from './icon-match.ts';
import { invalid, type Parsed } from './invalid-input.ts';
import { type LabelChoice, type MatchRule, passing, readHost } from './match-rule.ts';
import { shown } from './nearest.ts';

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
  cert_issuer: issuerRule,
  cert_name: nameRule,
  cert_expires: expiryRule,
  icon_like: likenessRule,
  first_visited: firstVisitRule,
} as const satisfies Readonly<Record<string, MatchRule>>;
export type MatchField = keyof typeof MATCH_FIELDS;
/** A field of hosts, of any kind or of one. */
export type HostField = 'host' | `${HostKind}_host`;

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
    ? invalid(path, `is ${shown(value)}, which ${field} does not take`, `write ${rule.takes}`)
    : { ok: true, value: read };
}

/** @param value in canonical form */
export function matchChoice(field: MatchField, value: string): LabelChoice {
  return MATCH_FIELDS[field].choose(value);
}

/** Makes the rule of a field of hosts. @param kind of what names them; null: every kind */
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
        among: passing(isOfKind),
      };
    },
  };
}
