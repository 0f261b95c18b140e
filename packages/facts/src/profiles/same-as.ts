import { isJsonLdObject, type JsonLdObject, parseJsonLd } from '@sitegrep/html';
import { scannedSameAs } from '../contacts/json-ld-contacts.ts';
import { isOtherType, leadsAway } from '../ownership/parties.ts';

/** Maximum values that are looked at, and maximum characters of JSON-LD, per page. */
const MAX_VALUES = 50_000;
const MAX_CHARACTERS = 512 * 1_024;
/** Maximum URLs per page. */
const MAX_URLS = 500;

/** URLs under `sameAs`: of the site and its publisher, and of other parties, such as the author of an article. */
export interface SameAs {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

interface Visited {
  readonly node: JsonLdObject;
  /** Whether the node, or one around it, is the value of a property that leads to another party. */
  readonly isAway: boolean;
}

/**
 * URLs under `sameAs` in JSON-LD, in document order. A script that is not JSON, even when simple errors are repaired, is
 * scanned for them: an error elsewhere in it does not make a profile wrong.
 */
export function sameAsUrls(scripts: Iterable<string>): SameAs {
  const own: string[] = [];
  const others: string[] = [];
  const roots: unknown[] = [];
  let remaining = MAX_CHARACTERS;
  for (const script of scripts) {
    if (!script.includes('"sameAs"')) continue;
    remaining -= script.length;
    if (remaining < 0) break;
    const root = parseJsonLd(script);
    if (root === null) own.push(...scannedSameAs(script));
    else roots.push(root);
  }
  const { nodes, publishers, authors } = visit(roots);
  for (const { node, isAway } of nodes) {
    if (!Object.hasOwn(node, 'sameAs') || own.length + others.length > MAX_URLS) continue;
    const id = idOf(node);
    const isOwn = publishers.has(id) || (!isAway && !(isPerson(node) && authors.has(id)));
    (isOwn ? own : others).push(...urlsOf(node['sameAs']));
  }
  return { own, others };
}

/** All objects in document order, and the `@id`s of the publishers and of the parties that properties lead to. */
function visit(roots: readonly unknown[]) {
  const nodes: Visited[] = [];
  const publishers = new Set<string>();
  const authors = new Set<string>();
  const pending = roots.map((value) => ({ value, isAway: false })).toReversed();
  for (let seen = 0; pending.length > 0 && seen < MAX_VALUES; seen++) {
    const next = pending.pop();
    if (next === undefined) break;
    const { value, isAway } = next;
    if (Array.isArray(value)) {
      const entries: readonly unknown[] = value;
      for (const entry of entries.slice(0, MAX_VALUES).toReversed()) pending.push({ value: entry, isAway });
    } else if (isJsonLdObject(value)) {
      const away = isAway || typesOf(value).some(isOtherType);
      nodes.push({ node: value, isAway: away });
      for (const [key, child] of Object.entries(value).toReversed()) {
        if (typeof child !== 'object' || child === null || key === 'sameAs') continue;
        for (const id of idsOf(child)) {
          if (key === 'publisher') publishers.add(id);
          else if (leadsAway(key)) authors.add(id);
        }
        pending.push({ value: child, isAway: away || leadsAway(key) || key === 'brand' });
      }
    }
  }
  return { nodes, publishers, authors };
}

function typesOf(node: JsonLdObject): readonly string[] {
  const type = node['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type.slice(0, 20) : [type];
  return types.filter((name) => typeof name === 'string');
}

/** Whether a node is a person, and not also the organisation that publishes. */
function isPerson(node: JsonLdObject): boolean {
  const types = typesOf(node);
  return types.includes('Person') && !types.includes('Organization');
}

/** The `@id` of a node; a text that no node has if there is none. */
function idOf(node: JsonLdObject): string {
  const id = node['@id'];
  return typeof id === 'string' && id !== '' ? id : '\0';
}

function idsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, 100) : [value];
  return values.flatMap((each) => (isJsonLdObject(each) && idOf(each) !== '\0' ? [idOf(each)] : []));
}

/** URLs of a value: a text, a reference `{"@id": …}`, a thing with a `url`, or those of a list. */
function urlsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, 200) : [value];
  return values.flatMap((each) => {
    const url = isJsonLdObject(each) ? (each['@id'] ?? each['@value'] ?? each['url']) : each;
    // Some pages have several in one text.
    return typeof url === 'string' && url.length <= 2_048 && /\S/.test(url)
      ? url.trim().split(/\s*,\s*(?=https?:)/)
      : [];
  });
}
