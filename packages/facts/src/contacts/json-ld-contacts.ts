import { isJsonLdObject, type JsonLdObject, parseJsonLd } from '@sitegrep/html';
import {
  ADDRESS_PARTS,
  ContactCollector,
  type ContactProperty,
  type Contacts,
  isContactProperty,
  type StatedAddress,
} from './contacts.ts';
import { isOtherType, leadsAway } from '../ownership/parties.ts';

/** Maximum entries of one list. */
const MAX_LIST = 200;
/** Maximum characters of JSON-LD per page; real pages have a hundredth. */
const MAX_CHARACTERS = 512 * 1_024;
/** Maximum values per script. */
const MAX_VALUES = 50_000;

/**
 * Reads country, address, telephone, fax and e-mail of the page's owner from JSON-LD scripts; those of events, jobs, reviews
 * and the like are left out. A script with simple errors is repaired; one that is still not JSON is scanned for
 * the four properties.
 */
export function jsonLdContacts(scripts: Iterable<string>): Contacts {
  const found = new ContactCollector();
  let remaining = MAX_CHARACTERS;
  for (const script of scripts) {
    if (!/"(?:addressCountry|telephone|faxNumber|email|address|streetAddress)"/.test(script)) continue;
    remaining -= script.length;
    if (remaining < 0) break;
    const value = parseJsonLd(script);
    if (value === null) scan(script, found);
    else walk(value, found);
  }
  return found.contacts();
}

function walk(root: unknown, found: ContactCollector): void {
  const pending: unknown[] = [root];
  for (let seen = 0; pending.length > 0 && seen < MAX_VALUES; seen++) {
    const value = pending.pop();
    if (Array.isArray(value)) {
      const entries: readonly unknown[] = value;
      pending.push(...entries.slice(0, MAX_VALUES).toReversed());
    } else if (isJsonLdObject(value) && !isOther(value)) {
      if ('address' in value && ('aggregateRating' in value || 'review' in value)) found.isRated = true;
      const address = addressOf(value);
      if (address !== null) found.addAddress(address);
      for (const [key, child] of Object.entries(value)) {
        if (isContactProperty(key)) for (const text of textsOf(child)) found.add(key, text);
        else if (typeof child === 'object' && !leadsAway(key)) pending.push(child);
      }
    }
  }
}

function isOther(node: JsonLdObject): boolean {
  // Some software adds the maker of the site.
  const id = node['@id'];
  if (typeof id === 'string' && id.endsWith('#creator')) return true;
  const type = node['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type.slice(0, 20) : [type];
  return types.some((name) => typeof name === 'string' && isOtherType(name));
}

/** The address that a thing is, or that it has as one text; null if it has none. */
function addressOf(thing: JsonLdObject): StatedAddress | null {
  const parts: Partial<Record<keyof StatedAddress, string>> = {};
  for (const [key, child] of Object.entries(thing)) {
    const part = ADDRESS_PARTS.get(key);
    const text = part === undefined ? undefined : textsOf(child)[0];
    if (part !== undefined && text !== undefined && text.trim() !== '') parts[part] ??= text;
  }
  if (parts.street !== undefined) return parts;
  const text = thing['address'];
  return typeof text === 'string' && /\d/.test(text) ? { text } : null;
}

/** Texts of a value: a text, a number, the name of a thing, or those of a list. */
function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_LIST) : [value];
  return values.flatMap((entry) => {
    const name = isJsonLdObject(entry) ? entry['name'] : entry;
    return typeof name === 'string' || typeof name === 'number' ? [String(name)] : [];
  });
}

const SCANNED: Readonly<Record<ContactProperty, RegExp>> = {
  addressCountry:
    /"addressCountry"\s*:\s*(?:\{[^{}"]{0,50}(?:"@type"\s*:\s*"[^"]{0,50}"\s*,\s*)?"name"\s*:\s*)?"([^"\\]{1,100})"/g,
  telephone: /"telephone"\s*:\s*"([^"\\]{1,100})"/g,
  faxNumber: /"faxNumber"\s*:\s*"([^"\\]{1,100})"/g,
  email: /"email"\s*:\s*"((?:[^"\\]|\\u00[0-9a-f]{2}){1,200})"/gi,
};

function scan(script: string, found: ContactCollector): void {
  for (const property of Object.keys(SCANNED).filter(isContactProperty)) {
    for (const [, value = ''] of script.matchAll(SCANNED[property]).take(MAX_LIST))
      found.add(
        property,
        value.replaceAll(/\\u00([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      );
  }
}

/** Maximum occurrences of sameAs per script, and maximum characters of one list. */
const MAX_MENTIONS = 50;
const MAX_SAME_AS_CHARACTERS = 20_000;

/** A text within a value, and that of a reference. */
const TEXT = /"\s*([^"\s]{1,2048})\s*"/g;
const REFERENCE = /"@id"\s*:\s*"\s*([^"\s]{1,2048})\s*"/g;

/** URLs under `sameAs` in JSON-LD that is not JSON. */
export function scannedSameAs(jsonLd: string): string[] {
  const urls: string[] = [];
  let mention = -1;
  for (let count = 0; count < MAX_MENTIONS; count++) {
    mention = jsonLd.indexOf('"sameAs"', mention + 1);
    if (mention === -1) break;
    const value =
      /^\s*:\s*(\[[^\]]*|"[^"]*"|\{[^}]*)/.exec(
        jsonLd.slice(mention + 8, mention + 8 + MAX_SAME_AS_CHARACTERS),
      )?.[1] ?? '';
    const isReference = value.startsWith('{');
    for (const [, url = ''] of value.matchAll(isReference ? REFERENCE : TEXT))
      urls.push(url.replaceAll('\\/', '/'));
  }
  return urls;
}
