import type { DatabaseSync } from 'node:sqlite';
import { orderValues, type PageRecord } from '@sitegrep/site';
import type { DomainBlock, DomainIndex, DomainPut, NewBlock, PutResult } from '../../domains.ts';
import { pagesAfter } from '../../puts.ts';
import type { InThread } from '../../thread/thread.ts';
import type { Participant, Service } from '../serve.ts';
import { type BlockReader, blockReader, type BlockWriter, blockWriter } from './block-rows.ts';
import { openMark } from '../commit-mark.ts';
import { openDomains } from './database.ts';
import { packedPage } from './document-reads.ts';
import { type DocumentWriter, documentWriter } from './document-writer.ts';
import { chooseFullText, fullTextPage, type FullTextWriter, fullTextWriter } from './full-text/writer.ts';
import { type LabelWriter, labelWriter } from './labels/label-writer.ts';
import { segmentsFolder, type DomainThreadData } from './options.ts';
import { type ListChanges, listChanges } from './order/changes.ts';
import { unpackPage } from './packed.ts';
import { shownSource, storableSources } from './page-rows.ts';
import { confirmedCheck } from './rank-rows.ts';
import { type RankedRows, rankedRows, requireRank } from './ranked-rows.ts';
import { openReferrals, type Referrals } from './ranks.ts';
import { type DomainRow, MAX_PAGES, rowReader, type RowReader } from './rows.ts';
import { type StateKeeper, stateKeeper } from './state.ts';
import { type IndexedDocument, openTextWriter, type SegmentMachine, type TextWriter } from './text-writer.ts';

/** The calls of the writer thread. Each must run inside a write transaction. */
export type WriterCalls = InThread<Pick<DomainIndex, 'put' | 'confirm' | 'delete' | 'setRanks'>> & {
  block(block: NewBlock): DomainBlock;
  takeDown(block: NewBlock): { readonly block: DomainBlock; readonly removed: boolean };
  unblock(domain: string): DomainBlock | null;
};

interface WriterParts {
  readonly rows: RowReader;
  readonly documents: DocumentWriter;
  readonly texts: TextWriter;
  readonly state: StateKeeper;
  readonly lists: ListChanges;
  readonly labels: LabelWriter;
  readonly fullText: FullTextWriter;
  readonly ranked: RankedRows;
  readonly referrals: Referrals;
  readonly blocks: BlockReader & BlockWriter;
}

function createWriter(db: DatabaseSync, parts: WriterParts): WriterCalls {
  const { rows, documents, texts, state, lists, labels, fullText, ranked, referrals, blocks } = parts;
  const sql = {
    confirm: db.prepare('INSERT OR REPLACE INTO confirmed (domain, revision, at, crc) VALUES (?, ?, ?, ?)'),
  };

  function remove(row: DomainRow): void {
    const pages = documents.remove(row);
    lists.remove(row);
    labels.remove(row.revision);
    if (state.get().hasFullText) fullText.remove(row, pages);
  }

  function indexed({ revision }: DomainRow): IndexedDocument {
    return { revision, isRendered: labels.has(revision, 'has', 'rendered') };
  }

  /** Revisions of all domains are counted together, so the revision of a deleted domain is never used again. */
  function nextRevision(): number {
    const lastRevision = state.get().lastRevision + 1;
    state.change({ lastRevision });
    return lastRevision;
  }

  /** Stored pages of a document that stay. */
  function staying(row: DomainRow, { pages, removed }: DomainPut): readonly PageRecord[] {
    if (removed === 'others') return [];
    const going = new Set([...pages.map(({ url }) => url), ...removed].map((url) => url.toWellFormed()));
    return Array.from(rows.pages(row))
      .filter(({ url }) => !going.has(url))
      .map((page) => unpackPage(packedPage(page, rows.screenshots(page))));
  }

  function put(site: DomainPut): PutResult {
    const { facts, ifRevision } = site;
    const domain = site.domain.toWellFormed();
    const block = blocks.covering(domain);
    if (block !== null) return { stored: false, block };
    const existing = ranked.find(domain);
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) {
      return { stored: false, block: null };
    }
    const pages = pagesAfter(site, existing === null ? [] : staying(existing, site));
    requireFewPages(domain, pages.length);
    const rank = ranked.rankOf(domain);
    if (existing !== null) requireRank(db, existing, rank);
    const linkedBefore = existing === null ? null : rows.linked(existing);
    const replaced = existing === null ? null : indexed(existing);
    if (existing !== null) remove(existing);
    const row: DomainRow = {
      id: existing?.id ?? documents.newId(),
      revision: nextRevision(),
      ...orderValues({ domain, rank, facts }),
    };
    const sources = pages.map(storableSources);
    const linked = documents.insert(row, pages, sources, site);
    lists.add(row);
    labels.add(row.revision, site.labels);
    if (state.get().hasFullText) fullText.add(row, pages.map(fullTextPage), sources.map(shownSource));
    referrals.change(domain, linkedBefore, linked);
    texts.change(row.revision, replaced, sources);
    return { stored: true, revision: row.revision };
  }

  function removeDocument(domain: string): boolean {
    const existing = ranked.find(domain);
    if (existing === null) return false;
    const linked = rows.linked(existing);
    const removed = indexed(existing);
    remove(existing);
    texts.change(nextRevision(), removed, null);
    referrals.change(domain, linked, null);
    return true;
  }

  return {
    put(puts) {
      for (const { domain, pages } of puts) requireFewPages(domain, pages.length);
      return puts.map(put);
    },
    confirm(domain, visit) {
      if (ranked.find(domain)?.revision !== visit.revision) return false;
      // Nothing else changes, but the commit must be counted.
      state.change({});
      sql.confirm.run(domain, visit.revision, visit.at, confirmedCheck(domain, visit));
      return true;
    },
    delete: removeDocument,
    setRanks(ranks) {
      for (const { domain, rank } of ranks) ranked.setListed({ domain: domain.toWellFormed(), rank });
    },
    block: (block) => blocks.set(block, false),
    takeDown: (block) => ({ block: blocks.set(block, true), removed: removeDocument(block.domain) }),
    unblock: (domain) => blocks.remove(domain),
  };
}

/** @throws RangeError if a document would have too many pages */
function requireFewPages(domain: string, pages: number): void {
  if (pages > MAX_PAGES) throw new RangeError(`${domain} has ${pages} pages; the maximum is ${MAX_PAGES}`);
}

/**
 * Opens domains.sqlite and the segments beside it for writing.
 *
 * @param machine by which segments are written; absent: the file system, and threads
 * @throws StorageCorrupt, StorageMisconfigured; errors of SQLite
 */
export function openWriter(
  { file, texts: options, fullText: wantsFullText }: DomainThreadData,
  machine?: SegmentMachine,
): Service & {
  readonly calls: WriterCalls;
  readonly participant: Participant;
} {
  const db = openDomains(file);
  try {
    const state = stateKeeper(db);
    chooseFullText(db, state, wantsFullText);
    const texts = openTextWriter(state, { ...options, folder: segmentsFolder(file), machine });
    const lists = listChanges(db, state);
    const labels = labelWriter(db, state);
    const fullText = fullTextWriter(db, state);
    const rows = rowReader(db);
    const documents = documentWriter(db, rows, state);
    const ranked = rankedRows(db, rows, lists, state);
    const referrals = openReferrals(db, rows, ranked);
    const reader = blockReader(db);
    const blocks = { ...reader, ...blockWriter(db, reader, state) };
    const calls = createWriter(db, {
      rows,
      documents,
      texts,
      state,
      lists,
      labels,
      fullText,
      ranked,
      referrals,
      blocks,
    });
    const mark = openMark(file, state.get().commits);
    let commit: number | null = null;
    const participant: Participant = {
      prepare() {
        referrals.write();
        lists.write();
        labels.write();
        fullText.prepare();
        texts.prepare();
        commit = state.write();
      },
      committed() {
        if (commit !== null) mark.write(commit);
        commit = null;
        texts.committed();
      },
      rolledBack() {
        referrals.discard();
        lists.discard();
        state.discard();
        commit = null;
        texts.rolledBack();
      },
      ready: () => texts.ready(),
      async close() {
        try {
          await texts.close();
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
