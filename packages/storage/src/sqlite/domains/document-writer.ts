import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Conclusions, type PageRecord, registrableDomain, type Source } from '@sitegrep/site';
import { damaged } from '../failure.ts';
import { factsCheck, packSummary, type PagesSummary } from './document-rows.ts';
import { type Linked, linkedCheck } from './link-rows.ts';
import {
  PAGE_COLUMNS,
  pageCheck,
  pageRow,
  pageValues,
  sizesOf,
  type StorableSources,
  storableSources,
} from './page-rows.ts';
import {
  DOMAIN_COLUMNS,
  domainCheck,
  type DomainRow,
  domainValues,
  MAX_PAGES,
  type RowReader,
} from './rows.ts';
import type { StateKeeper } from './state.ts';

/** Writes and removes the rows of documents, and counts them, inside a write transaction. */
export interface DocumentWriter {
  /** An id for the document of a domain that has none. */
  newId(): number;
  /** @param sources those of the pages, as they are stored @returns what the document links to */
  insert(
    row: DomainRow,
    pages: readonly PageRecord<Source>[],
    sources: readonly StorableSources[],
    conclusions: Conclusions,
  ): Linked;
  /** @returns number of pages of the document */
  remove(row: DomainRow): number;
}

export function documentWriter(db: DatabaseSync, rows: RowReader, state: StateKeeper): DocumentWriter {
  const insertInto = (table: string, columns: string): StatementSync =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/"?\w+"?/g, '?')})`);
  const sql = {
    lastId: db.prepare('SELECT max(id) AS id FROM domain'),
    insert: insertInto('domain', `${DOMAIN_COLUMNS}, crc`),
    insertFacts: insertInto('domain_facts', 'id, facts, crc, pages'),
    insertPage: insertInto('page', PAGE_COLUMNS),
    insertScreenshot: insertInto('screenshot', 'id, thumbnail, "full"'),
    insertLinked: insertInto('linked', 'id, registrable, targets, crc'),
    removePage: db.prepare('DELETE FROM page WHERE id = ?'),
    removeScreenshots: db.prepare('DELETE FROM screenshot WHERE id >= ? AND id < ?'),
    removeDomain: db.prepare('DELETE FROM domain WHERE id = ?'),
    removeFacts: db.prepare('DELETE FROM domain_facts WHERE id = ?'),
    removeLinked: db.prepare('DELETE FROM linked WHERE id = ?'),
    dropConfirmed: db.prepare('DELETE FROM confirmed WHERE domain = ?'),
  };

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

  function insertPages(
    id: number,
    pages: readonly PageRecord<Source>[],
    stored: readonly StorableSources[],
  ): PagesSummary {
    let [sourceBytes, compressedBytes] = [0, 0];
    const checks = pages.map((page, slot) => {
      const row = pageRow(id + slot, page, stored[slot] ?? storableSources(page));
      sql.insertPage.run(...pageValues(row));
      const screenshot = page.rendered?.screenshot;
      if (screenshot !== undefined) {
        sql.insertScreenshot.run(row.id, screenshot.thumbnail, screenshot.full);
      }
      const { source, compressed } = sizesOf(row);
      sourceBytes += source;
      compressedBytes += compressed;
      return pageCheck(row);
    });
    return { sourceBytes, compressedBytes, checks };
  }

  return {
    newId: () => Number(sql.lastId.get()?.['id']) + MAX_PAGES,
    insert(row, pages, sources, conclusions) {
      const values = domainValues(row);
      sql.insert.run(...values, domainCheck(values));
      const summary = insertPages(row.id, pages, sources);
      const facts = JSON.stringify(conclusions.facts);
      sql.insertFacts.run(row.id, facts, factsCheck(row, facts), packSummary(row, summary));
      const linked = linkedOf(row.domain, conclusions);
      const targets = JSON.stringify(linked.targets);
      sql.insertLinked.run(
        row.id,
        linked.registrable,
        targets,
        linkedCheck(row, linked.registrable, targets),
      );
      count(1, summary);
      return linked;
    },
    remove(row) {
      const summary = rows.summary(row);
      for (const slot of summary.checks.keys()) removeRow(sql.removePage, row.id + slot);
      sql.removeScreenshots.run(row.id, row.id + MAX_PAGES);
      removeRow(sql.removeDomain, row.id);
      removeRow(sql.removeFacts, row.id);
      removeRow(sql.removeLinked, row.id);
      sql.dropConfirmed.run(row.domain);
      count(-1, summary);
      return summary.checks.length;
    },
  };
}

/** The targets of a document, as texts that SQLite gives back unchanged. */
function linkedOf(domain: string, conclusions: Conclusions): Linked {
  const targets = conclusions.targets.map((target) => target.toWellFormed());
  return { registrable: registrableDomain(domain), targets: [...new Set(targets)] };
}
