// Reads security.txt by RFC 9116.

/** The fields of a security.txt; values in their order. */
export interface SecurityFields {
  readonly contact: readonly string[];
  readonly encryption: readonly string[];
  readonly acknowledgments: readonly string[];
  readonly policy: readonly string[];
  readonly hiring: readonly string[];
  readonly canonical: readonly string[];
  /** Languages that are preferred, each once. */
  readonly preferredLanguages: readonly string[];
  /** Time at which the file expires, in milliseconds since the epoch; null if it states none that can be read. */
  readonly expires: number | null;
  /** Whether it has a signature (RFC 9116, 2.3). */
  readonly isSigned: boolean;
}

/** Maximum values of a field. */
const MAX_VALUES = 20;
/** Maximum characters of a value. */
const MAX_VALUE = 500;
const MAX_LINES = 1_000;

type List = Exclude<keyof SecurityFields, 'expires' | 'isSigned'>;

const LISTS: ReadonlyMap<string, List> = new Map([
  ['contact', 'contact'],
  ['encryption', 'encryption'],
  ['acknowledgments', 'acknowledgments'],
  // The name of an earlier draft.
  ['acknowledgements', 'acknowledgments'],
  ['policy', 'policy'],
  ['hiring', 'hiring'],
  ['canonical', 'canonical'],
  ['preferred-languages', 'preferredLanguages'],
]);

/** Reads the fields; lines of other forms are passed over. */
export function securityFields(text: string): SecurityFields {
  const lists: Record<List, string[]> = {
    contact: [],
    encryption: [],
    acknowledgments: [],
    policy: [],
    hiring: [],
    canonical: [],
    preferredLanguages: [],
  };
  let expires: number | null = null;
  for (const line of text.split(/\r\n|\r|\n/, MAX_LINES)) {
    const [, name = '', value = ''] =
      /^([A-Za-z-]{1,40})[ \t]*:[ \t]*(\S.*)$/.exec(line.slice(0, MAX_VALUE).trim()) ?? [];
    const key = name.toLowerCase();
    if (key === 'expires') expires ??= timeOf(value);
    const list = LISTS.get(key);
    if (list === undefined) continue;
    const values = list === 'preferredLanguages' ? value.split(/\s*,\s*/) : [value];
    for (const one of values) if (lists[list].length < MAX_VALUES && one !== '') lists[list].push(one);
  }
  return {
    ...lists,
    preferredLanguages: [...new Set(lists.preferredLanguages)],
    expires,
    isSigned: /^-----BEGIN PGP SIGNED MESSAGE-----/m.test(text),
  };
}

/** A time by RFC 3339, also in the forms of RFC 5322, which earlier drafts had; null if it is none. */
function timeOf(value: string): number | null {
  if (!/^\d{4}-\d\d-\d\d|^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4}/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
