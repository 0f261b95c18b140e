// Wappalyzer has no language: its lists take names of technologies or the slugs of their addresses, between commas or on lines of
// their own, and mean any of them. Programs that detect technologies by its patterns write a version behind a colon.
import { NONE, partsOf } from '../formula.ts';
import { anyOf, type Dialect, type FaultOf, type Leaf, meaningOf } from '../meaning.ts';
import { condition } from '../parts.ts';
import { Scanner } from '../scanner.ts';

const WITH_VERSION = /^(.+?)\s*[:@]\s*v?(\d+(?:\.\d+)*)$/i;
/** Maximum hyphens of a slug that are taken for a dot. */
const MAX_DOTS = 4;
/** Maximum names in a list; each is looked up among all. */
const MAX_NAMES = 100;

export const wappalyzer: Dialect = (query, faultOf) => {
  const scanner = new Scanner(query);
  const names = scanner.text.split(/[,;\n]/).map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (given.length === 0) throw scanner.fault('a name is missing');
  if (given.length > MAX_NAMES)
    throw scanner.fault(`there are ${given.length} names; at most ${MAX_NAMES} are read`);
  return anyOf(given.map((name) => meaningOf(leafOf(name, faultOf), name, faultOf)));
};

function leafOf(written: string, faultOf: FaultOf): Leaf {
  const [, name = written, version] = WITH_VERSION.exec(written) ?? [];
  const known = spellings(name).find((spelling) => isKnown('tech', spelling, faultOf));
  if (known === undefined)
    return version === undefined ? categoryOf(written, faultOf) : condition('tech', name);
  if (version === undefined) return condition('tech', known);
  const most = condition('tech', `${known}@${version}`);
  if (version.split('.').length === 3) return most;
  return {
    kind: 'between',
    most,
    least: NONE,
    lost: 'the exact version in',
    reason: 'versions count here by their first three numbers',
  };
}

/** Names that a slug may stand for, the likely ones first: each that is not one costs a search for the nearest. */
function spellings(name: string): readonly string[] {
  if (!name.includes('-')) return [name];
  const spaced = name.replaceAll('-', ' ');
  const hyphens = Array.from(name.matchAll(/-/g), ({ index }) => index);
  const dotted = hyphens.slice(-MAX_DOTS).map((at) => `${spaced.slice(0, at)}.${spaced.slice(at + 1)}`);
  return [spaced, ...dotted.toReversed(), name];
}

function categoryOf(name: string, faultOf: FaultOf): Leaf {
  const category = name.replaceAll('-', ' ');
  return isKnown('category', category, faultOf) ? condition('category', category) : condition('tech', name);
}

function isKnown(field: 'tech' | 'category', value: string, faultOf: FaultOf): boolean {
  return partsOf(condition(field, value)).every((query) => faultOf(query) === null);
}
