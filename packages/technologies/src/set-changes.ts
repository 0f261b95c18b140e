// What two compiled sets differ in, and what a stored page has to have for that to change anything on it.
import { countTexts, readLists, readSections, readTexts, type Sections } from '@sitegrep/sections';
import { isSetHead, type SetHead, type TechnologyRecord, TEXT_GROUPS } from './compiled-set.ts';
import { readPatterns } from './pattern-table.ts';
import type { Field } from './patterns.ts';

/** Parts of a stored page that a text can be in. */
export type NeedScope = 'cookies' | 'dns' | 'headers' | 'source' | 'url';

/** A text of which a stored page has to have one, folded as ASCII. */
export interface NeededText {
  readonly text: string;
  /** `source`: that of the page, or of the page as its scripts wrote it. */
  readonly scope: NeedScope;
}

/** A stored page whose technologies two sets see differently has one of these technologies, or one of these texts. */
export interface ChangeNeeds {
  readonly technologies: readonly string[];
  readonly texts: readonly NeededText[];
}

/** Maximum technologies and texts: looking for more costs as much as looking at every page. */
const MAX_NEEDS = 400;
/** Minimum characters of a text that is looked for. */
const MIN_TEXT = 4;

/** Everything that a set says of each technology, with what it needs. */
interface SetReading {
  /** Everything that is not of a single technology. */
  readonly frame: string;
  readonly byName: ReadonlyMap<string, TechnologyReading>;
}

interface TechnologyReading {
  readonly written: string;
  /** Texts of which a page with the technology has at least one; null: any page can have it. */
  readonly texts: () => readonly NeededText[] | null;
}

/** Needs of what two sets differ in; null: every page has to be judged. @throws Error if one of them is not a compiled set */
export function changeNeeds(before: ArrayBufferLike, after: ArrayBufferLike): ChangeNeeds | null {
  const [one, other] = [readingOf(before), readingOf(after)];
  if (one.frame !== other.frame) return null;
  const technologies = new Set<string>();
  const texts = new Map<string, NeededText>();
  for (const name of new Set([...one.byName.keys(), ...other.byName.keys()])) {
    const [was, is] = [one.byName.get(name), other.byName.get(name)];
    if (was?.written === is?.written) continue;
    if (was !== undefined) technologies.add(name);
    for (const reading of [was, is]) {
      const needed = reading === undefined ? [] : reading.texts();
      if (needed === null) return null;
      for (const need of needed) texts.set(`${need.scope} ${need.text}`, need);
    }
    if (technologies.size + texts.size > MAX_NEEDS) return null;
  }
  return { technologies: [...technologies], texts: [...texts.values()] };
}

function readingOf(compiled: ArrayBufferLike): SetReading {
  const sections = readSections(compiled);
  const { head } = sections;
  if (!isSetHead(head)) throw new Error('not a compiled set of fingerprints');
  const records = readTexts(sections, 'technologies');
  const technologies = Array.from(
    { length: countTexts(sections, 'technologies') },
    (_, number) => JSON.parse(records(number)) as TechnologyRecord,
  );
  const patterns = readPatterns(sections);
  const slowness = sections.get('patterns.slowness', 'u8');
  const versions = readTexts(sections, 'patterns.versions');
  const gates = gatesOf(head);
  const literals = literalsOf(sections);
  const parts = technologies.map(() => ({
    written: [] as unknown[],
    needs: [] as (() => readonly NeededText[] | null)[],
  }));
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    const part = parts[patterns.technologyOf(pattern)];
    const [field, key] = [patterns.fieldOf(pattern), patterns.nameOf(pattern)];
    part?.written.push([
      field,
      key,
      patterns.regexSourceOf(pattern),
      patterns.confidenceOf(pattern),
      versions(pattern),
      slowness[pattern],
      patterns.isOfOwnHost(pattern),
    ]);
    part?.needs.push(() => textsOfPattern(field, key, literals(field, pattern)));
  }
  const searches = readTexts(sections, 'searches');
  for (let search = 0; search < countTexts(sections, 'searches'); search++) {
    const written = searches(search);
    const { technology, ...record } = JSON.parse(written) as SearchPart;
    const part = parts[technology];
    part?.written.push(record);
    part?.needs.push(() =>
      // The words of a visible text can have tags between them.
      record.literalsIn === 'text' ? null : sourceTexts(literals('html', patterns.count + search)),
    );
  }
  const byName = new Map(
    technologies.map((record, number): [string, TechnologyReading] => {
      const { written = [], needs = [] } = parts[number] ?? {};
      return [
        record.name,
        {
          written: JSON.stringify([record, gates.get(number) ?? [], written]),
          texts: () => {
            const all = needs.map((need) => need());
            return all.some((each) => each === null) ? null : all.flatMap((each) => each ?? []);
          },
        },
      ];
    }),
  );
  const { categories, readsInlineAddresses, deliveryHosts, addOnCategories } = head;
  return {
    frame: JSON.stringify([categories, readsInlineAddresses, deliveryHosts, addOnCategories]),
    byName,
  };
}

/** A search for elements, as far as it is read here. */
interface SearchPart {
  readonly technology: number;
  readonly literalsIn: string;
}

function gatesOf({ gates }: SetHead): ReadonlyMap<number, readonly unknown[]> {
  const byTechnology = new Map<number, unknown[]>();
  for (const { opensOn, technologies } of gates)
    for (const technology of technologies) {
      const known = byTechnology.get(technology);
      if (known === undefined) byTechnology.set(technology, [opensOn]);
      else known.push(opensOn);
    }
  return byTechnology;
}

/** Literals of a pattern of a field, or of a search (`html`), of which one is where it matches; null: none is. */
type Literals = (field: Field, target: number) => readonly string[] | null;

function literalsOf(sections: Sections): Literals {
  const groups = new Map<string, (target: number) => readonly string[] | null>();
  const ofGroup = (group: string): ((target: number) => readonly string[] | null) => {
    const known = groups.get(group);
    if (known !== undefined) return known;
    const starts = sections.get(`${group}.starts`, 'u32');
    const bytes = Buffer.from(sections.get(`${group}.bytes`, 'u8'));
    const { starts: lists, items } = readLists(sections, `${group}.targets`);
    const byTarget = new Map<number, string[]>();
    for (let literal = 0; literal + 1 < lists.length; literal++) {
      const text = bytes.toString('latin1', starts[literal] ?? 0, starts[literal + 1] ?? 0);
      for (const target of items.subarray(lists[literal], lists[literal + 1])) {
        const texts = byTarget.get(target);
        if (texts === undefined) byTarget.set(target, [text]);
        else texts.push(text);
      }
    }
    const find = (target: number): readonly string[] | null => byTarget.get(target) ?? null;
    groups.set(group, find);
    return find;
  };
  const groupOf = (field: Field): string =>
    Object.entries(TEXT_GROUPS).find(([, { fields }]) => fields.some((one) => one === field))?.[0] ??
    'values';
  return (field, target) => ofGroup(groupOf(field))(target);
}

/** Texts of which a stored page has one if a pattern matches on it. */
function textsOfPattern(
  field: Field,
  key: string,
  literals: readonly string[] | null,
): readonly NeededText[] | null {
  switch (field) {
    // Of a stored page there is neither: what they showed at the visit stays as it was recorded.
    case 'js':
    case 'xhr':
    case 'robots':
      return [];
    case 'html':
    case 'scripts':
    case 'css':
      return sourceTexts(literals);
    case 'scriptSrc':
      return addressTexts(literals);
    case 'meta':
      return addressTexts(literals) ?? addressTexts([key]);
    case 'url':
      return textsIn('url', literals);
    case 'headers':
      return textsIn('headers', literals) ?? [{ text: `${key}:`, scope: 'headers' }];
    case 'cookies':
      return [{ text: key.toLowerCase(), scope: 'cookies' }];
    case 'dns':
      return textsIn('dns', literals);
    // Words of a visible text can have tags between them, and the issuer of a certificate is in no index.
    case 'certIssuer':
    case 'text':
      return null;
  }
}

function sourceTexts(literals: readonly string[] | null): readonly NeededText[] | null {
  return textsIn('source', literals);
}

/** The longest pieces of literals without blanks, at which texts are folded or joined; null if one is too short. */
function textsIn(scope: NeedScope, literals: readonly string[] | null): readonly NeededText[] | null {
  return needed(scope, literals, /\s+/);
}

/**
 * Texts of values whose characters the source may have in other forms: with backslashes before slashes, or as references. Pieces
 * have letters, digits, dots, hyphens and underscores only, and each of these can be a reference instead.
 */
function addressTexts(literals: readonly string[] | null): readonly NeededText[] | null {
  const pieces = needed('source', literals, /[^a-z0-9._-]+/);
  if (pieces === null) return null;
  const characters = new Set(pieces.flatMap(({ text }) => text.split('')));
  const references = [...characters].flatMap((character) => {
    const code = character.charCodeAt(0);
    return [`&#${code}`, `&#0${code}`, `&#x${code.toString(16)}`];
  });
  return [
    ...pieces,
    ...[...references, ...RARE_REFERENCES].map((text): NeededText => ({ text, scope: 'source' })),
  ];
}

/** References with more zeros than anybody writes, and names of these characters. */
const RARE_REFERENCES = ['&#00', '&#x0', '&period;', '&lowbar;', '&fjlig;'];

function needed(
  scope: NeedScope,
  literals: readonly string[] | null,
  borders: RegExp,
): readonly NeededText[] | null {
  if (literals === null) return null;
  const pieces = literals.map((literal) =>
    literal.split(borders).reduce((longest, piece) => (piece.length > longest.length ? piece : longest), ''),
  );
  // Beyond ASCII a literal has the low byte of a character only.
  return pieces.some((piece) => piece.length < MIN_TEXT || /[^\x20-\x7e]/.test(piece))
    ? null
    : pieces.map((text) => ({ text, scope }));
}
