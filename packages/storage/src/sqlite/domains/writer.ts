import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { unpackZones, zonesOf } from '@sitegrep/html';
import type { Zones } from '@sitegrep/segments';
import {
  type ChangeRecord,
  type History,
  kindedLabels,
  type Labels,
  NO_HISTORY,
  orderValues,
  type PageRecord,
  repeatedVisit,
  type Source,
  type Visit,
} from '@sitegrep/site';
import type { DomainBlock, DomainIndex, DomainPut, NewBlock, PutResult } from '../../domains.ts';
import type { NewSearch, SavedSearch } from '../../searches/saved-searches.ts';
import type { InThread } from '../../thread/thread.ts';
import type { Participant, Service } from '../serve.ts';
import { type BlockReader, blockReader, type BlockWriter, blockWriter } from './block-rows.ts';
import { changeWriter } from './changes/change-writer.ts';
import { continued, withFirstVisit } from '../../histories.ts';
import { openMark } from '../commit-mark.ts';
import { openDomains } from './database.ts';
import { type DocumentWriter, documentWriter } from './document-writer.ts';
import {
  chooseFullText,
  type FullTextChange,
  type FullTextPage,
  type FullTextWriter,
  fullTextWriter,
  givenWords,
  storedTextPage,
} from './full-text/writer.ts';
import { heldWriter } from './held-rows.ts';
import { historyRowsWriter } from './history-rows.ts';
import { type HistoryWriter, historyWriter } from './history-writer.ts';
import { type LabelWriter, labelWriter } from './labels/label-writer.ts';
import { type DomainThreadData, pastSegmentsFolder, segmentsFolder } from './options.ts';
import { listReader, type ListPut, type ListWriter, listWriter } from './lists/list-rows.ts';
import { type ListChanges, listChanges } from './order/changes.ts';
import { pageChanges, type PageChanges, pagesAt, type StoredPages } from './page-changes.ts';
import { type PageRow, shownSource, type StorableSources, storableSources } from './page-rows.ts';
import { confirmedCheck } from './rank-rows.ts';
import { type RankedRows, rankedRows, requireRank } from './ranked-rows.ts';
import { openReferrals, type Referrals } from './ranks.ts';
import { type DomainRow, rowReader, type RowReader } from './rows.ts';
import type { PutRefusal } from './searches/known-searches.ts';
import { type Before, openSearchKeeping, type SearchKeeping } from './searches/keeping.ts';
import { comingPage } from './searches/decided-sites.ts';
import type { Filling, FillStep } from './searches/search-writer.ts';
import { nextNumber, type StateKeeper, stateKeeper } from './state.ts';
import { type IndexedPage, openTextWriter, type SegmentMachine, type TextWriter } from './text-writer.ts';
import { pastIndex } from './versions/past-index.ts';
import { seenRows, seenWriter } from './versions/seen-rows.ts';
import { versionRows } from './versions/version-rows.ts';
import { type VersionWriter, versionWriter } from './versions/version-writer.ts';

/** The calls of the writer thread. Each must run inside a write transaction. */
export type WriterCalls = InThread<
  Pick<DomainIndex, 'put' | 'confirm' | 'recordVisit' | 'delete' | 'setRanks'>
> & {
  block(block: NewBlock): DomainBlock;
  takeDown(block: NewBlock): { readonly block: DomainBlock; readonly removed: boolean };
  unblock(domain: string): DomainBlock | null;
  putList(list: ListPut): ReturnType<ListWriter['put']>;
  removeList(id: string): boolean;
  /** @param over as of `SavedSearches.put` */
  putSearch(search: NewSearch, over?: SavedSearch | null): SavedSearch | PutRefusal;
  removeSearch(id: string): boolean;
  nextToFill(): Filling | null;
  fillSearch(step: FillStep): Filling | null;
  /** @param now milliseconds since the epoch @returns whether nothing is left */
  sweepSearches(now: number): boolean;
};

interface WriterParts {
  readonly rows: RowReader;
  readonly documents: DocumentWriter;
  readonly texts: TextWriter;
  readonly state: StateKeeper;
  readonly lists: ListChanges;
  readonly labels: LabelWriter;
  readonly histories: HistoryWriter;
  readonly versions: VersionWriter;
  readonly fullText: FullTextWriter;
  readonly ranked: RankedRows;
  readonly referrals: Referrals;
  readonly blocks: BlockReader & BlockWriter;
  readonly domainLists: ListWriter;
  readonly searches: SearchKeeping;
}

function createWriter(db: DatabaseSync, parts: WriterParts): WriterCalls {
  const { rows, documents, texts, state, lists, labels, histories, versions } = parts;
  const { fullText, ranked, referrals, blocks, domainLists, searches } = parts;
  const sql = {
    confirm: db.prepare('INSERT OR REPLACE INTO confirmed (domain, revision, at, crc) VALUES (?, ?, ?, ?)'),
  };

  /** Revisions of all domains are counted together, so the revision of a deleted domain is never used again. */
  const nextRevision = (): number => nextNumber(state, 'lastRevision');
  const nextPage = (): number => nextNumber(state, 'lastPage');

  function stored(row: DomainRow | null): StoredPages | null {
    return row === null ? null : { row, summary: rows.summary(row) };
  }

  function put(whole: DomainPut): PutResult {
    const domain = whole.domain.toWellFormed();
    const block = blocks.covering(domain);
    if (block !== null) return { stored: false, block };
    const existing = ranked.find(domain);
    const { ifRevision } = whole;
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) {
      return { stored: false, block: null };
    }
    const rank = ranked.rankOf(domain);
    if (existing !== null) requireRank(db, existing, rank);
    const linkedBefore = existing === null ? null : rows.linked(existing);
    const before = stored(existing);
    const changes = pageChanges(rows, before, { ...whole, domain }, nextPage);
    if (changes.pages.length === 0) throw new RangeError(`a put leaves ${domain} no page`);
    const known = existing === null ? NO_HISTORY : histories.of(existing);
    const { history, records } = continued(known, whole.visits, rank);
    const isSame = changes.come.length + changes.gone.length === 0;
    // Captures that are in the history already.
    if (existing !== null && isSame && isDeepStrictEqual(history, known)) {
      keepVersions(whole, existing, changes, []);
      return { stored: true, revision: existing.revision };
    }
    const fulfilled = searches.before(existing);
    const row: DomainRow = {
      id: existing?.id ?? nextNumber(state, 'lastDomain'),
      revision: nextRevision(),
      ...orderValues({ domain, rank, facts: whole.facts }),
    };
    const sources = changes.come.map(({ record }) => storableSources(record));
    changeTexts(row, changes, sources);
    if (state.get().hasFullText) fullText.change(row, textChange(row, before, changes, sources));
    keepVersions(whole, existing ?? row.id, changes, sources);
    const linked = documents.change(before, row, whole, changes, sources);
    if (existing === null) histories.adopt(row);
    else {
      lists.remove(existing);
      labels.remove(existing.revision);
    }
    lists.add(row);
    const ownLabels = withFirstVisit(whole.labels, history, whole.facts.lastVisited);
    labels.add(row.revision, ownLabels);
    histories.write(row, history, records, kindedLabels(whole.labels, whole.facts));
    const undecided =
      fulfilled === null
        ? 0
        : decideSearches(row, fulfilled, { whole, changes, sources, ownLabels, records });
    referrals.change(domain, linkedBefore, linked);
    return { stored: true, revision: row.revision, ...(undecided === 0 ? {} : { undecided }) };
  }

  /** @returns number of the searches about which nothing is known */
  function decideSearches(
    row: DomainRow,
    before: Before,
    {
      whole: { facts },
      changes,
      sources,
      ownLabels,
      records,
    }: {
      readonly whole: DomainPut;
      readonly changes: PageChanges;
      readonly sources: readonly StorableSources[];
      readonly ownLabels: Labels;
      readonly records: readonly ChangeRecord[];
    },
  ): number {
    const come = new Map(
      changes.come.flatMap(({ number, record }, index) => {
        const source = sources[index];
        return source === undefined ? [] : [[number, comingPage(record, source)] as const];
      }),
    );
    const document = { facts, labels: ownLabels, pages: changes.pages, come };
    return searches.put(row, before, document, { pages: { changes, sources }, records });
  }

  /** @param of the stored domain, or the id of one that comes */
  function keepVersions(
    { visits, past = [] }: DomainPut,
    of: DomainRow | number,
    changes: PageChanges,
    sources: readonly StorableSources[],
  ): void {
    if (!versions.isOn()) return;
    const [id, stored] = typeof of === 'number' ? [of, null] : [of.id, of];
    versions.change(
      { id, isNew: stored === null },
      {
        changes,
        sources,
        past,
        staying: (url) => (stored === null ? null : (pagesAt(rows, stored, [url])[0] ?? null)),
        at: visits.at(-1)?.at ?? Date.now(),
      },
    );
  }

  /** Indexes the pages that come, each in place of one that goes. */
  function changeTexts(
    row: DomainRow,
    { gone, come }: Pick<PageChanges, 'gone' | 'come'>,
    sources: readonly StorableSources[],
  ): void {
    for (const [index, { number, record }] of come.entries()) {
      const source = sources[index];
      const replaced = gone[index];
      if (source === undefined) throw new RangeError(`page ${number} comes without its sources`);
      texts.change(number, replaced === undefined ? null : indexedPage(replaced), {
        ...source,
        domain: row.id,
        zones: zonesOfRecord(record, source),
      });
    }
    for (const page of gone.slice(come.length)) texts.change(nextPage(), indexedPage(page), null);
  }

  function textChange(
    row: DomainRow,
    before: StoredPages | null,
    { gone, come, pages, home }: PageChanges,
    sources: readonly StorableSources[],
  ): FullTextChange {
    const coming = come.map(({ number, record }, index): FullTextPage => {
      const { url, fetchedAt, facts } = record;
      const shown = sources[index];
      const source = (): string => (shown === undefined ? '' : shownSource(shown).toString());
      return { number, url, fetchedAt, facts, source, words: givenWords(record) };
    });
    const goes = new Map(gone.map((page) => [page.id, page]));
    const read = (number: number): FullTextPage =>
      coming.find((page) => page.number === number) ??
      storedTextPage(goes.get(number) ?? rows.page(row, number));
    return {
      before:
        before === null ? null : { home: read(before.summary.home), pages: before.summary.pages.length },
      after: { home: read(home), pages: pages.length },
      come: coming,
      gone: gone.map(({ id }) => id),
      stored: read,
    };
  }

  /** Adds a visit that leaves the document of a domain as it is. */
  function addVisit(row: DomainRow, known: History, visit: Visit): void {
    const { history, records } = continued(known, [visit], row.rank);
    // Nothing else changes, but the commit must be counted.
    state.change({});
    const fulfilled = records.length === 0 ? null : searches.before(row, 'changing');
    histories.continue(row, history, records);
    if (fulfilled !== null) searches.visited(row, fulfilled, records);
  }

  function removeDocument(domain: string): boolean {
    const existing = stored(ranked.find(domain));
    if (existing === null) return false;
    const { row, summary } = existing;
    const linked = rows.linked(row);
    const pages = [...rows.pages(row)];
    const fulfilled = searches.before(row);
    changeTexts(row, { gone: pages, come: [] }, []);
    if (state.get().hasFullText) fullText.remove(row, summary.pages);
    histories.remove(row, Date.now());
    versions.remove(row.id);
    const revision = nextRevision();
    documents.remove(row, summary, revision, pages);
    lists.remove(row);
    labels.remove(row.revision);
    if (fulfilled !== null) searches.removed(row, fulfilled, revision);
    referrals.change(domain, linked, null);
    return true;
  }

  return {
    put: (puts) => puts.map(put),
    confirm(domain, visit, isKnown = false) {
      const row = ranked.find(domain);
      if (row?.revision !== visit.revision) return false;
      const known = isKnown ? NO_HISTORY : histories.of(row);
      const repeated = repeatedVisit(known, visit.at);
      if (repeated === null) state.change({});
      else addVisit(row, known, repeated);
      sql.confirm.run(domain, visit.revision, visit.at, confirmedCheck(domain, visit));
      return true;
    },
    recordVisit(domain, visit) {
      const row = ranked.find(domain);
      if (row === null) return false;
      addVisit(row, histories.of(row), visit);
      return true;
    },
    delete: removeDocument,
    setRanks(ranks) {
      let isMoved = false;
      for (const { domain, rank } of ranks)
        isMoved = ranked.setListed({ domain: domain.toWellFormed(), rank }) || isMoved;
      if (isMoved) searches.ranksChanged();
    },
    block: (block) => blocks.set(block, false),
    takeDown: (block) => ({ block: blocks.set(block, true), removed: removeDocument(block.domain) }),
    unblock: (domain) => blocks.remove(domain),
    putList(list) {
      const written = domainLists.put(list);
      if (written !== null && written !== 'too many lists') searches.listChanged(list.id);
      return written;
    },
    removeList(id) {
      const isRemoved = domainLists.remove(id);
      if (isRemoved) searches.listChanged(id);
      return isRemoved;
    },
    putSearch: (search, over) => searches.putSearch(search, over),
    removeSearch: (id) => searches.remove(id),
    nextToFill: () => searches.nextToFill(),
    fillSearch: (step) => searches.fill(step),
    sweepSearches: (now) => searches.sweep(now),
  };
}

/** The zones of a page as they were handed over with its source; else they are made. */
function zonesOfRecord({ source }: PageRecord<Source>, stored: StorableSources): Zones {
  const packed = typeof source === 'string' ? undefined : source.zones;
  return packed === undefined ? zonesOf(stored.source.toString()) : unpackZones(packed);
}

function indexedPage({ id, texts }: PageRow): IndexedPage {
  return { id, texts };
}

/**
 * Opens domains.sqlite and the segments beside it for writing.
 *
 * @param machine by which segments are written; absent: the file system, and threads
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openWriter(
  { file, texts: options, fullText: wantsFullText, keepVersions }: DomainThreadData,
  machine?: SegmentMachine,
): Service & {
  readonly calls: WriterCalls;
  readonly participant: Participant;
} {
  const db = openDomains(file);
  try {
    const state = stateKeeper(db);
    chooseFullText(db, state, wantsFullText);
    const ofPages = { folder: segmentsFolder(file), sequence: 'sequence' } as const;
    const ofPast = { folder: pastSegmentsFolder(file), sequence: 'pastSequence' } as const;
    const texts = openTextWriter(state, { ...options, ...ofPages, machine });
    const pastTexts = openTextWriter(state, { ...options, ...ofPast, machine });
    const lists = listChanges(db, state);
    const labels = labelWriter(db, state);
    const changes = changeWriter(db, state);
    const fullText = fullTextWriter(db, state);
    const rows = rowReader(db);
    const histories = historyWriter({
      rows,
      changes,
      held: heldWriter(db),
      histories: historyRowsWriter(db),
      labelsOf: (revision) => labels.of(revision),
    });
    const nextId = (): number => nextNumber(state, 'lastPage');
    const index = pastIndex({ texts: pastTexts, seen: { ...seenRows(db), ...seenWriter(db) }, nextId });
    const versions = versionWriter(db, { rows: versionRows(db), index, state, keep: keepVersions, nextId });
    const documents = documentWriter(db, state);
    const ranked = rankedRows(db, rows, lists, state);
    const referrals = openReferrals(db, rows, ranked, (row) => searches.ranked(row));
    const reader = blockReader(db);
    const blocks = { ...reader, ...blockWriter(db, reader, state) };
    const listRows = listReader(db);
    const searches = openSearchKeeping(db, { rows, labels, changes, lists: listRows, state });
    const calls = createWriter(db, {
      rows,
      documents,
      texts,
      state,
      lists,
      labels,
      histories,
      versions,
      fullText,
      ranked,
      referrals,
      blocks,
      domainLists: listWriter(db, listRows, state),
      searches,
    });
    const mark = openMark(file, state.get().commits);
    let commit: number | null = null;
    const participant: Participant = {
      prepare() {
        referrals.write();
        lists.write();
        labels.write();
        changes.prepare();
        fullText.prepare();
        texts.prepare();
        pastTexts.prepare();
        commit = state.write();
      },
      committed() {
        if (commit !== null) mark.write(commit);
        commit = null;
        texts.committed();
        pastTexts.committed();
      },
      rolledBack() {
        referrals.discard();
        lists.discard();
        fullText.discard();
        searches.discard();
        state.discard();
        commit = null;
        texts.rolledBack();
        pastTexts.rolledBack();
      },
      async ready() {
        await texts.ready();
        await pastTexts.ready();
      },
      async close() {
        try {
          const closed = await Promise.allSettled([texts.close(), pastTexts.close()]);
          const failed = closed.find(({ status }) => status === 'rejected');
          if (failed?.status === 'rejected') throw failed.reason;
        } finally {
          mark.close();
        }
      },
    };
    return { db, calls, participant };
  } catch (error) {
    db.close();
    throw error;
  }
}
