import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  describeIndex,
  intersection,
  KnownMatches,
  nodeDisk,
  type Owners,
  SegmentsReader,
  type SoughtTerm,
  without,
} from '@sitegrep/segments';
import type { IndexSegment } from '../../domains.ts';
import { type IndexedScope, type IndexedText, isIndexedScope, isWholeScope } from '@sitegrep/search';
import { zoneOf } from '@sitegrep/html';
import type { Matches, Sites } from './sites.ts';
import { pagesOfIds, textId } from './text-ids.ts';

/** The index knows on which pages a text stands, and in which ranges of their sources. */
export const UNIT = 'zone';

/** A folded text and where it has to stand. */
export type SoughtText = Pick<IndexedText, 'text' | 'scope'>;

/** Texts of which all of `all` must be found, and none of `none`: all of sources, all of what scripts wrote, or all of DNS records. */
interface Texts {
  readonly all: readonly SoughtText[];
  readonly none: readonly SoughtText[];
}

/** Finds the pages that contain texts in a scope, as of a state of the index. */
export interface TextMatcher {
  /**
   * Follows the index to a state.
   *
   * @param sequence of that state
   * @returns false if it is too old: a newer one has to be read
   */
  begin(sequence: number): boolean;
  /** Whether `begin` left files open: they take disk space even after a merge has replaced them. */
  holdsFiles(): boolean;
  /**
   * Numbers of the pages that match. If no text is given, these are all pages.
   *
   * @param among domains whose pages are looked at; null: all
   * @param checkpoint called regularly; it may throw to end the search
   */
  pages(texts: Texts, among: Owners | null, checkpoint: () => void): Matches;
  /** Ids of the domains of pages, in their order. @param pages ascending */
  domainsOf(pages: Matches): Uint32Array;
  /** Revisions of the domains that match: each text of `all` stands on any page of the domain, and none of `none` on any. */
  domains(texts: Texts, checkpoint: () => void): Matches;
  /** Bytes on disk. */
  bytes(): number;
  /** The segments as they are now, also if a merge has come since the state of the transaction. */
  segments(): readonly IndexSegment[];
  close(): void;
}

/** Memory for the answers of earlier searches, in bytes. */
export const MATCH_BYTES = 32 << 20;

/** Memory for matches in the index of texts: as much again is for the pages and the revisions that they are of. */
const TEXT_MATCH_BYTES = MATCH_BYTES / 2;

/** Share of all domains up to which a text is sought in the pages of those alone that are left. */
const FEW = 1 / 4;

type Found = ReturnType<KnownMatches['search']>;

/** Pages and domains of known matches. */
interface Made {
  readonly pages: Map<IndexedScope, Matches>;
  /** Revisions of the domains of each scope, as of a version of the sites. */
  readonly domains: Map<IndexedScope, { readonly of: number; readonly revisions: Matches }>;
}

/**
 * Opens the segments of a folder for searches.
 *
 * @param sites domains that pages are of
 * @param cacheBytes memory for what was read of segments
 */
export function openTextMatcher(folder: string, sites: Sites, cacheBytes: number): TextMatcher {
  const reader = new SegmentsReader(nodeDisk, folder, { cacheBytes });
  const known = new KnownMatches(reader, TEXT_MATCH_BYTES);
  const made = new WeakMap<Found, Made>();

  function madeOf(found: Found): Made {
    const before = made.get(found);
    if (before !== undefined) return before;
    const empty: Made = { pages: new Map(), domains: new Map() };
    made.set(found, empty);
    return empty;
  }

  function pagesIn(found: Found, scope: IndexedScope): Matches {
    const { pages } = madeOf(found);
    const before = pages.get(scope);
    if (before !== undefined) return before;
    const own = pagesOfIds(found.ids, scope);
    pages.set(scope, own);
    return own;
  }

  function pages({ all, none }: Texts, among: Owners | null, checkpoint: () => void): Matches {
    if (!all.every(isStorable)) return new Float64Array();
    const terms = { all: all.map(termOf), none: none.filter(isStorable).map(termOf) };
    const scope = textScopeOf([...all, ...none]);
    if (among === null) return pagesIn(known.search(terms, checkpoint), scope);
    return pagesOfIds(reader.search(terms, checkpoint, null, among).ids, scope);
  }

  function domainsOf(some: Matches): Uint32Array {
    return reader.ownersOf(some.map((page) => textId(page, 'body')));
  }

  /** Revisions of the domains that have a text. @param among only these; null: all */
  function having(text: SoughtText, among: Matches | null, checkpoint: () => void): Matches {
    if (!isStorable(text)) return new Float64Array();
    const scope = textScopeOf([text]);
    if (among !== null && among.length < FEW * sites.all().length) {
      const found = pages({ all: [text], none: [] }, sites.ownersOf(among), checkpoint);
      return sites.revisionsOf(domainsOf(found));
    }
    const found = known.search({ all: [termOf(text)], none: [] }, checkpoint);
    const { domains } = madeOf(found);
    const before = domains.get(scope);
    sites.follow();
    const isCurrent = before?.of === sites.version;
    const revisions = isCurrent ? before.revisions : sites.revisionsOf(domainsOf(pagesIn(found, scope)));
    if (!isCurrent) domains.set(scope, { of: sites.version, revisions });
    return among === null ? revisions : intersection(among, revisions);
  }

  function rarestFirst(texts: readonly SoughtText[]): readonly SoughtText[] {
    if (texts.length < 2) return texts;
    const counted = texts.map((sought) => ({ sought, most: reader.mostHolding(Buffer.from(sought.text)) }));
    return counted.sort((a, b) => a.most - b.most).map(({ sought }) => sought);
  }

  return {
    begin: (sequence) => reader.refresh(sequence),
    holdsFiles: () => reader.fileNames.length > 0,
    pages,
    domainsOf,
    domains({ all, none }, checkpoint) {
      if (!all.every(isStorable)) return new Float64Array();
      let left: Matches | null = null;
      for (const text of rarestFirst(all)) {
        left = having(text, left, checkpoint);
        if (left.length === 0) return left;
      }
      left ??= sites.all();
      for (const text of none) left = without(left, having(text, left, checkpoint));
      return left;
    },
    bytes: () =>
      reader.fileNames.reduce((sum, name) => {
        const found = statSync(join(folder, name), { throwIfNoEntry: false });
        return sum + (found?.size ?? 0);
      }, 0),
    segments: () =>
      describeIndex(nodeDisk, folder).segments.map(({ documents, deadDocuments, bytes }) => ({
        documents,
        deletedDocuments: deadDocuments,
        bytes,
      })),
    close: () => reader.close(),
  };
}

/** No stored text holds a NUL or half a surrogate pair, and neither is in an index. */
function isStorable({ text }: SoughtText): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The indexed text that some texts have to stand in: the source, what scripts wrote, or DNS records. */
function textScopeOf(texts: readonly SoughtText[]): IndexedScope {
  const scope = texts[0]?.scope;
  return scope !== undefined && isIndexedScope(scope) ? scope : 'body';
}

function termOf({ text, scope }: SoughtText): SoughtTerm {
  return { bytes: Buffer.from(text), zone: isWholeScope(scope) ? null : zoneOf(scope) };
}
