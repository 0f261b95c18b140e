import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { PageRecord } from '@sitegrep/site';
import type { DomainPut, DomainRank, PutResult } from '../../domains.ts';
import { gramTokens } from '../../grams.ts';
import { storableText } from '../../storable-text.ts';
import { blockBits, blockSize, MAX_PAGES, regionOf } from './ids.ts';
import { indexText } from './terms.ts';

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

export function createWriter(db: DatabaseSync): WriterCalls {
  /** Each run reports the connection's last row id, and FTS5 leaves there that of its own tables, past 2^53. */
  const change = (text: string): StatementSync => {
    const statement = db.prepare(text);
    statement.setReadBigInts(true);
    return statement;
  };
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
    insertText: change('INSERT INTO page_text (rowid, text) VALUES (?, ?)'),
    insertGrams: change('INSERT INTO page_gram (rowid, grams) VALUES (?, ?)'),
    pages: db.prepare(
      'SELECT id, source_bytes AS bytes, length(source) AS packed FROM page WHERE id >= ? AND id < ?',
    ),
    removals: ['page_text WHERE rowid', 'page_gram WHERE rowid', 'page WHERE id'].map((row) =>
      change(`DELETE FROM ${row} = ?`),
    ),
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

  function remove({ id }: StoredRow): void {
    let [pages, bytes, packed] = [0, 0, 0];
    for (const row of sql.pages.all(id, id + blockSize(id))) {
      pages += 1;
      bytes += Number(row['bytes']);
      packed += Number(row['packed']);
      for (const removal of sql.removals) removal.run(Number(row['id']));
    }
    sql.removeDomain.run(id);
    sql.removeFacts.run(id);
    sql.count.run(-1, -pages, -bytes, -packed);
  }

  /** @returns the page's source in bytes, plain and compressed */
  function insertPage(id: number, page: PageRecord): readonly [bytes: number, packed: number] {
    const text = storableText(page.source);
    const bytes = Buffer.from(text);
    const packed = zstdCompressSync(bytes);
    const folded = indexText(text);
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
    sql.insertText.run(id, folded);
    sql.insertGrams.run(id, gramTokens(folded));
    return [bytes.length, packed.length];
  }

  function put({ document, ifRevision }: DomainPut): PutResult {
    const { domain, pages, facts } = document;
    const existing = find(domain);
    if (ifRevision !== undefined && ifRevision !== (existing?.revision ?? null)) return { stored: false };
    if (existing !== null) remove(existing);

    const keepsId = existing !== null && blockSize(existing.id) === 2 ** blockBits(pages.length);
    const id = keepsId ? existing.id : newId(pages.length);
    // Revisions of all domains are counted together, so that one of a deleted domain never comes again.
    const revision = Number(one(sql.nextRevision)['revision']);
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
    let [bytes, packed] = [0, 0];
    for (const [slot, page] of pages.entries()) {
      const [pageBytes, pagePacked] = insertPage(id + slot, page);
      bytes += pageBytes;
      packed += pagePacked;
    }
    sql.count.run(1, pages.length, bytes, packed);
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
      if (existing !== null) remove(existing);
      return existing !== null;
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
