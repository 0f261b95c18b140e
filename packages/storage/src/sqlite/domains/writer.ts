import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { PageRecord } from '@sitegrep/site';
import type { DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { storableText } from '../../storable-text.ts';
import { prepareChange } from '../connection.ts';
import { damaged } from '../damage.ts';
import { blockBits, blockSize, MAX_PAGES, regionOf } from './ids.ts';
import type { ListChanges } from './order/changes.ts';
import {
  domainCheck,
  domainValues,
  factsCheck,
  packSummary,
  pageCheck,
  rankCheck,
  rowReader,
  type DomainRow,
  type PageRow,
  type PagesSummary,
} from './rows.ts';
import type { StateKeeper } from './state.ts';
import type { IndexedBefore, TextIndex } from './text-index.ts';

/** What can be asked of the writer thread. Each call must run inside a write transaction. */
export type WriterCalls = {
  put(documents: readonly DomainPut[]): readonly PutResult[];
  delete(domain: string): boolean;
  setRanks(ranks: readonly DomainRank[]): void;
};

export interface WriterParts {
  readonly texts: TextIndex;
  readonly state: StateKeeper;
  readonly lists: ListChanges;
}

export function createWriter(db: DatabaseSync, { texts, state, lists }: WriterParts): WriterCalls {
  const change = (text: string): StatementSync => prepareChange(db, text);
  const rows = rowReader(db);
  const sql = {
    lastId: db.prepare('SELECT max(id) AS id FROM domain WHERE id >= ? AND id < ?'),
    insert: change(
      `INSERT INTO domain (id, domain, revision, rank, visited, country, language, content_language, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertFacts: change('INSERT INTO domain_facts (id, facts, crc, pages) VALUES (?, ?, ?, ?)'),
    insertPage: change(
      `INSERT INTO page (id, url, fetched_at, charset, truncated, facts, source_bytes, source)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    removePage: change('DELETE FROM page WHERE id = ?'),
    removeDomain: change('DELETE FROM domain WHERE id = ?'),
    removeFacts: change('DELETE FROM domain_facts WHERE id = ?'),
    setRank: change(
      `INSERT INTO rank (domain, rank, crc) VALUES (?, ?, ?)
       ON CONFLICT (domain) DO UPDATE SET rank = excluded.rank, crc = excluded.crc`,
    ),
    dropRank: change('DELETE FROM rank WHERE domain = ?'),
    updateRank: change('UPDATE domain SET rank = ?, crc = ? WHERE id = ?'),
  };

  function find(domain: string): DomainRow | null {
    const entry = lists.find(domain);
    if (entry === null) return null;
    const row = rows.domain('id', entry.id);
    if (row.revision !== entry.revision || row.domain !== domain) {
      throw damaged(db, `the row of table domain with id ${entry.id} is not that of ${domain}`);
    }
    return row;
  }

  function newId(pages: number): number {
    const [first, end] = regionOf(blockBits(pages));
    const last = sql.lastId.get(first, end)?.['id'] ?? first;
    return Number(last) + blockSize(first);
  }

  function count(sign: 1 | -1, { sourceBytes, compressedBytes, checks }: PagesSummary): void {
    const before = state.get();
    state.change({
      domains: before.domains + sign,
      pages: before.pages + sign * checks.length,
      sourceBytes: before.sourceBytes + sign * sourceBytes,
      compressedBytes: before.compressedBytes + sign * compressedBytes,
    });
  }

  function removeRow(statement: StatementSync, id: number): void {
    if (Number(statement.run(id).changes) !== 1) {
      throw damaged(db, `a row with id ${id} is missing ("${statement.sourceSQL}")`);
    }
  }

  /** @returns what of it is to be taken out of the index of texts */
  function remove(row: DomainRow): IndexedBefore {
    const summary = rows.summary(row);
    const pageIds = summary.checks.map((_, slot) => row.id + slot);
    for (const pageId of pageIds) removeRow(sql.removePage, pageId);
    removeRow(sql.removeDomain, row.id);
    removeRow(sql.removeFacts, row.id);
    lists.remove(row);
    count(-1, summary);
    return { revision: row.revision, pageIds };
  }

  /** Revisions of all domains are counted together, so that one of a deleted domain never comes again. */
  function nextRevision(): number {
    const lastRevision = state.get().lastRevision + 1;
    state.change({ lastRevision });
    return lastRevision;
  }

  function insertPages(id: number, pages: readonly PageRecord[], texts: readonly string[]): PagesSummary {
    let [sourceBytes, compressedBytes] = [0, 0];
    const checks = pages.map((page, slot) => {
      const bytes = Buffer.from(texts[slot] ?? '');
      const packed = zstdCompressSync(bytes);
      const row: PageRow = [
        id + slot,
        page.url.toWellFormed(),
        page.fetchedAt,
        page.charset.toWellFormed(),
        page.truncated ? 1 : 0,
        JSON.stringify(page.facts),
        bytes.length,
        packed,
      ];
      sql.insertPage.run(...row);
      sourceBytes += bytes.length;
      compressedBytes += packed.length;
      return pageCheck(row);
    });
    return { sourceBytes, compressedBytes, checks };
  }

  function put({ document, ifRevision }: DomainPut): PutResult {
    const { pages, facts } = document;
    const domain = document.domain.toWellFormed();
    const existing = find(domain);
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) return { stored: false };
    const before = existing === null ? null : remove(existing);

    const keepsId = existing !== null && blockSize(existing.id) === 2 ** blockBits(pages.length);
    const row: DomainRow = {
      id: keepsId ? existing.id : newId(pages.length),
      domain,
      revision: nextRevision(),
      rank: rows.rank(domain),
      visited: facts.lastVisited === null ? null : Math.floor(facts.lastVisited / 1000),
      country: facts.countryIsoCode?.toWellFormed() ?? null,
      language: facts.languageCode?.toWellFormed() ?? null,
      contentLanguage: facts.contentLanguageCode?.toWellFormed() ?? null,
    };
    const values = domainValues(row);
    sql.insert.run(...values, domainCheck(values));
    const stored = pages.map(({ source }) => storableText(source));
    const summary = insertPages(row.id, pages, stored);
    const json = JSON.stringify(facts);
    sql.insertFacts.run(row.id, json, factsCheck(row, json), packSummary(row, summary));
    lists.add(row);
    count(1, summary);
    texts.change(row.revision, before, { firstPageId: row.id, texts: stored });
    return { stored: true, revision: row.revision };
  }

  function setRank({ domain, rank }: DomainRank): void {
    // A rank of a domain that is not indexed changes nothing else, and its commit counts all the same.
    state.change({});
    if (rank === 0) sql.dropRank.run(domain);
    else sql.setRank.run(domain, rank, rankCheck(domain, rank));
    const before = find(domain);
    if (before === null || before.rank === rank) return;
    const after = { ...before, rank };
    lists.move(before, after, 'domain_rank');
    sql.updateRank.run(rank, domainCheck(domainValues(after)), before.id);
  }

  return {
    put(documents) {
      const tooLarge = documents.find(({ document }) => document.pages.length > MAX_PAGES)?.document;
      if (tooLarge !== undefined) {
        throw new RangeError(
          `${tooLarge.domain} has ${tooLarge.pages.length} pages; a domain takes ${MAX_PAGES} at most`,
        );
      }
      return documents.map(put);
    },
    delete(domain) {
      const existing = find(domain);
      if (existing === null) return false;
      texts.change(nextRevision(), remove(existing), null);
      return true;
    },
    setRanks(ranks) {
      for (const { domain, rank } of ranks) setRank({ domain: domain.toWellFormed(), rank });
    },
  };
}
