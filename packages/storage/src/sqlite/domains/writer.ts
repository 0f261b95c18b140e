import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { PageRecord } from '@sitegrep/site';
import type { DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { storableText } from '../../storable-text.ts';
import { prepareChange } from '../connection.ts';
import { blockBits, blockSize, MAX_PAGES, regionOf } from './ids.ts';
import type { IndexedBefore, TextIndex } from './text-index.ts';

/** What can be asked of the writer thread. Each call must run inside a write transaction. */
export type WriterCalls = {
  put(documents: readonly DomainPut[]): readonly PutResult[];
  delete(domain: string): boolean;
  setRanks(ranks: readonly DomainRank[]): void;
};

interface StoredRow {
  readonly id: number;
  readonly revision: number;
}

export function createWriter(db: DatabaseSync, texts: TextIndex): WriterCalls {
  const change = (text: string): StatementSync => prepareChange(db, text);
  const sql = {
    find: db.prepare('SELECT id, revision FROM domain WHERE domain = ?'),
    lastId: db.prepare('SELECT max(id) AS id FROM domain WHERE id >= ? AND id < ?'),
    nextRevision: db.prepare(
      'UPDATE total SET last_revision = last_revision + 1 RETURNING last_revision AS revision',
    ),
    rank: db.prepare('SELECT rank FROM rank WHERE domain = ?'),
    insert: change(
      `INSERT INTO domain (id, domain, revision, rank, visited, country, language, content_language)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertFacts: change('INSERT INTO domain_facts (id, facts) VALUES (?, ?)'),
    insertPage: change(
      `INSERT INTO page (id, url, fetched_at, charset, truncated, facts, source_bytes, source)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    pages: db.prepare(
      'SELECT id, source_bytes AS bytes, length(source) AS packed FROM page WHERE id >= ? AND id < ?',
    ),
    removePage: change('DELETE FROM page WHERE id = ?'),
    removeDomain: change('DELETE FROM domain WHERE id = ?'),
    removeFacts: change('DELETE FROM domain_facts WHERE id = ?'),
    count: change(
      `UPDATE total SET domains = domains + ?, pages = pages + ?, source_bytes = source_bytes + ?,
         compressed_bytes = compressed_bytes + ?`,
    ),
    setRank: change('INSERT INTO rank VALUES (?, ?) ON CONFLICT (domain) DO UPDATE SET rank = excluded.rank'),
    dropRank: change('DELETE FROM rank WHERE domain = ?'),
    updateRank: change('UPDATE domain SET rank = ?1 WHERE domain = ?2 AND rank <> ?1'),
  };

  function find(domain: string): StoredRow | null {
    const row = sql.find.get(domain);
    return row === undefined ? null : { id: Number(row['id']), revision: Number(row['revision']) };
  }

  function newId(pages: number): number {
    const [first, end] = regionOf(blockBits(pages));
    const last = one(sql.lastId, first, end)['id'] ?? first;
    return Number(last) + blockSize(first);
  }

  /** @returns what of it is to be taken out of the index of texts */
  function remove({ id, revision }: StoredRow): IndexedBefore {
    const pageIds: number[] = [];
    let [bytes, packed] = [0, 0];
    for (const row of sql.pages.all(id, id + blockSize(id))) {
      bytes += Number(row['bytes']);
      packed += Number(row['packed']);
      pageIds.push(Number(row['id']));
    }
    for (const pageId of pageIds) sql.removePage.run(pageId);
    sql.removeDomain.run(id);
    sql.removeFacts.run(id);
    sql.count.run(-1, -pageIds.length, -bytes, -packed);
    return { revision, pageIds };
  }

  /** Revisions of all domains are counted together, so that one of a deleted domain never comes again. */
  function nextRevision(): number {
    return Number(one(sql.nextRevision)['revision']);
  }

  /** @returns the page's source in bytes, plain and compressed */
  function insertPage(id: number, page: PageRecord, text: string): readonly [bytes: number, packed: number] {
    const bytes = Buffer.from(text);
    const packed = zstdCompressSync(bytes);
    sql.insertPage.run(
      id,
      page.url,
      page.fetchedAt,
      page.charset,
      page.truncated ? 1 : 0,
      JSON.stringify(page.facts),
      bytes.length,
      packed,
    );
    return [bytes.length, packed.length];
  }

  function put({ document, ifRevision }: DomainPut): PutResult {
    const { domain, pages, facts } = document;
    const existing = find(domain);
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) return { stored: false };
    const before = existing === null ? null : remove(existing);

    const keepsId = existing !== null && blockSize(existing.id) === 2 ** blockBits(pages.length);
    const id = keepsId ? existing.id : newId(pages.length);
    const revision = nextRevision();
    sql.insert.run(
      id,
      domain,
      revision,
      Number(sql.rank.get(domain)?.['rank'] ?? 0),
      facts.lastVisited === null ? null : Math.floor(facts.lastVisited / 1000),
      facts.countryIsoCode,
      facts.languageCode,
      facts.contentLanguageCode,
    );
    sql.insertFacts.run(id, JSON.stringify(facts));
    const stored = pages.map(({ source }) => storableText(source));
    let [bytes, packed] = [0, 0];
    for (const [slot, page] of pages.entries()) {
      const [pageBytes, pagePacked] = insertPage(id + slot, page, stored[slot] ?? '');
      bytes += pageBytes;
      packed += pagePacked;
    }
    sql.count.run(1, pages.length, bytes, packed);
    texts.change(revision, before, { firstPageId: id, texts: stored });
    return { stored: true, revision };
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
      for (const { domain, rank } of ranks) {
        if (rank === 0) sql.dropRank.run(domain);
        else sql.setRank.run(domain, rank);
        sql.updateRank.run(rank, domain);
      }
    },
  };
}

/** The row of a statement that always gives one. */
function one(statement: StatementSync, ...parameters: readonly number[]): Record<string, unknown> {
  const row = statement.get(...parameters);
  if (row === undefined) throw new Error(`no row from ${statement.sourceSQL}`);
  return row;
}
