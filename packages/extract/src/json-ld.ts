/** What a page's JSON-LD says of whose site it is, as written, unique. */
interface JsonLdContacts {
  /** Values and names under `addressCountry`, at most 50. */
  readonly addressCountries: readonly string[];
  /** At most 200. */
  readonly telephones: readonly string[];
}

const MAX_COUNTRIES = 50;
const MAX_TELEPHONES = 200;
/** Longer values are neither a country nor a number. */
const MAX_VALUE = 200;
/** Characters of JSON-LD that are read of a page; real ones have a hundredth. */
const MAX_CHARACTERS = 512 * 1_024;
/** Values that are looked at in one script. */
const MAX_VALUES = 50_000;

/** What leads from a site to somebody else, or to where something takes place. */
const OTHERS = new Set(
  (
    'about affiliation alumniOf areaServed attendee author birthPlace contentLocation containsPlace contributor ' +
    'deathPlace event events foundingLocation fromLocation funder hiringOrganization homeLocation itemListElement ' +
    'itemReviewed jobLocation knows locationCreated makesOffer manufacturer member mentions nationality ' +
    'offers organizer performer performers review reviews shippingDestination spatialCoverage sponsor subjectOf ' +
    'toLocation workLocation worksFor'
  ).split(' '),
);
/** Things with an address that is not that of the site. */
const OTHER_TYPES =
  /^(?:\w*Event|Festival|JobPosting|Review|ItemList|Apartment|ApartmentComplex|House|SingleFamilyResidence|Residence|Trip|Flight|Course)$/;

/**
 * Reads JSON-LD scripts for country and telephone of who stands behind the page: not those of events, jobs, reviews and
 * the like. A script that is not quite JSON is mended where it is simple, else scanned for the two.
 */
export function jsonLdContacts(scripts: Iterable<string>): JsonLdContacts {
  const found = new Contacts();
  let room = MAX_CHARACTERS;
  for (const script of scripts) {
    if (!/"(?:addressCountry|telephone)"/.test(script)) continue;
    room -= script.length;
    if (room < 0) break;
    const value = parsed(script) ?? parsed(mended(script));
    if (value === null) scan(script, found);
    else walk(value, found);
  }
  return found.contacts();
}

class Contacts {
  readonly #countries = new Set<string>();
  readonly #telephones = new Set<string>();

  addCountry(value: string): void {
    if (value.length <= MAX_VALUE && this.#countries.size < MAX_COUNTRIES) this.#countries.add(value);
  }

  addTelephone(value: string): void {
    if (value.length <= MAX_VALUE && this.#telephones.size < MAX_TELEPHONES) this.#telephones.add(value);
  }

  contacts(): JsonLdContacts {
    return { addressCountries: [...this.#countries], telephones: [...this.#telephones] };
  }
}

/** null if it is no JSON, or the null of JSON, which says as much. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Without the comment or CDATA section around it, line ends and tabs in strings, and commas before a bracket's end. */
function mended(script: string): string {
  return script
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^\s*(?:\/[/*]\s*)?(?:<!--|<!\[CDATA\[)(?:\s*\*\/)?/, '')
    .replace(/(?:\/[/*]\s*)?(?:-->|\]\]>)(?:\s*\*\/)?\s*$/, '')
    .replaceAll(/,\s*(?=[}\]])/g, '')
    .replace(/;\s*$/, '');
}

function walk(root: unknown, found: Contacts): void {
  const pending: unknown[] = [root];
  for (let seen = 0; pending.length > 0 && seen < MAX_VALUES; seen++) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      const entries: readonly unknown[] = value;
      pending.push(...entries.slice(0, MAX_VALUES).toReversed());
    } else if (isObject(value) && !isOther(value)) {
      for (const [key, child] of Object.entries(value)) {
        if (key === 'addressCountry') for (const text of textsOf(child)) found.addCountry(text);
        else if (key === 'telephone') for (const text of textsOf(child)) found.addTelephone(text);
        else if (typeof child === 'object' && !OTHERS.has(key)) pending.push(child);
      }
    }
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOther(node: Readonly<Record<string, unknown>>): boolean {
  const type = node['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type.slice(0, 20) : [type];
  return types.some(
    (name) => typeof name === 'string' && OTHER_TYPES.test(name.replace(/^.{0,100}[/:]/s, '')),
  );
}

/** A text, a number, the name of a thing, or those of a list. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_TELEPHONES) : [value];
  return values.flatMap((entry) => {
    const name = isObject(entry) ? entry['name'] : entry;
    return typeof name === 'string' || typeof name === 'number' ? [String(name)] : [];
  });
}

function scan(script: string, found: Contacts): void {
  const countries = script.matchAll(
    /"addressCountry"\s*:\s*(?:\{[^{}"]{0,50}(?:"@type"\s*:\s*"[^"]{0,50}"\s*,\s*)?"name"\s*:\s*)?"([^"\\]{1,100})"/g,
  );
  for (const [, value = ''] of countries.take(MAX_COUNTRIES)) found.addCountry(value);
  const telephones = script.matchAll(/"telephone"\s*:\s*"([^"\\]{1,100})"/g);
  for (const [, value = ''] of telephones.take(MAX_TELEPHONES)) found.addTelephone(value);
}
