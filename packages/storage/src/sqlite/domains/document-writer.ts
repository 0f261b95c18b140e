import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { registrableDomain } from '@sitegrep/site';
import type { DomainPut } from '../../domains.ts';
import { damaged } from '../failure.ts';
import { factsCheck, packSummary, type PagesSummary } from './document-rows.ts';
import { type Linked, linkedCheck } from './link-rows.ts';
import {
  PAGE_COLUMNS,
  pageRow,
  type PageRow,
  pageValues,
  sizesOf,
  type StorableSources,
} from './page-rows.ts';
import type { PageChanges } from './page-changes.ts';
import { DOMAIN_COLUMNS, domainCheck, type DomainRow, domainValues } from './rows.ts';
import { type StateKeeper, SUM_MODULUS } from './state.ts';

/** Writes and removes the rows of documents, and counts them, inside a write transaction. */
export interface DocumentWriter {
  /**
   * Writes the row of a domain, what its site concludes, and the pages that come; removes those that go.
   *
   * @param before its row and the summary of its pages before; null: there is none
   * @param sources those of the pages that come, as they are stored
   * @returns what the document links to
   */
  change(
    before: { readonly row: DomainRow; readonly summary: PagesSummary } | null,
    row: DomainRow,
    put: Pick<DomainPut, 'facts' | 'targets'>,
    changes: PageChanges,
    sources: readonly StorableSources[],
  ): Linked;
  /** Removes a document. @param revision that of its removal @param pages all of its pages */
  remove(row: DomainRow, summary: PagesSummary, revision: number, pages: readonly PageRow[]): void;
}

export function documentWriter(db: DatabaseSync, state: StateKeeper): DocumentWriter {
  const insertInto = (table: string, columns: string): StatementSync =>
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replaceAll(/"?\w+"?/g, '?')})`);
  const sql = {
    insert: insertInto('domain', `${DOMAIN_COLUMNS}, crc`),
    insertFacts: insertInto('domain_facts', 'id, facts, crc, pages'),
    insertPage: insertInto('page', PAGE_COLUMNS),
    insertScreenshot: insertInto('screenshot', 'id, thumbnail, "full"'),
    insertLinked: insertInto('linked', 'id, registrable, targets, crc'),
    insertGone: insertInto('gone', 'revision, id'),
    removePage: db.prepare('DELETE FROM page WHERE id = ?'),
    removeScreenshot: db.prepare('DELETE FROM screenshot WHERE id = ?'),
    removeDomain: db.prepare('DELETE FROM domain WHERE id = ?'),
    removeFacts: db.prepare('DELETE FROM domain_facts WHERE id = ?'),
    removeLinked: db.prepare('DELETE FROM linked WHERE id = ?'),
    dropHits: db.prepare('DELETE FROM page_hits WHERE domain = ?'),
    dropConfirmed: db.prepare('DELETE FROM confirmed WHERE domain = ?'),
  };

  /** Counts a domain, or takes it back. */
  function count(sign: 1 | -1, { id, revision }: DomainRow, summary: PagesSummary): void {
    const before = state.get();
    const sum = (known: number, value: number): number => (known + sign * value + SUM_MODULUS) % SUM_MODULUS;
    state.change({
      domains: before.domains + sign,
      idSum: sum(before.idSum, id),
      revisionSum: sum(before.revisionSum, revision),
      pages: before.pages + sign * summary.pages.length,
      sourceBytes: before.sourceBytes + sign * summary.sourceBytes,
      compressedBytes: before.compressedBytes + sign * summary.compressedBytes,
    });
  }

  function removeRow(statement: StatementSync, id: number): void {
    if (Number(statement.run(id).changes) !== 1) {
      throw damaged(db, `a row with id ${id} is missing ("${statement.sourceSQL}")`);
    }
  }

  function removePages(pages: readonly PageRow[]): void {
    for (const { id, screenshot } of pages) {
      removeRow(sql.removePage, id);
      if (screenshot !== null) removeRow(sql.removeScreenshot, id);
    }
  }

  function removeRows(row: DomainRow, summary: PagesSummary): void {
    removeRow(sql.removeDomain, row.id);
    removeRow(sql.removeFacts, row.id);
    removeRow(sql.removeLinked, row.id);
    sql.dropConfirmed.run(row.domain);
    count(-1, row, summary);
  }

  /** @returns rows of the pages that come */
  function insertPages(
    domain: number,
    { come }: PageChanges,
    sources: readonly StorableSources[],
  ): readonly PageRow[] {
    return come.map(({ number, record }, index) => {
      const stored = sources[index];
      if (stored === undefined) throw new RangeError(`page ${record.url} comes without its sources`);
      const row = pageRow({ id: number, domain }, record, stored);
      sql.insertPage.run(...pageValues(row));
      const screenshot = record.rendered?.screenshot;
      if (screenshot !== undefined) {
        sql.insertScreenshot.run(row.id, screenshot.thumbnail, screenshot.full);
      }
      return row;
    });
  }

  return {
    change(before, row, { facts: site, targets: linksTo }, changes, sources) {
      if (before !== null) removeRows(before.row, before.summary);
      removePages(changes.gone);
      const come = insertPages(row.id, changes, sources);
      const values = domainValues(row);
      sql.insert.run(...values, domainCheck(values));
      const sizes = (name: 'source' | 'compressed'): number => sumOf(come, name) - sumOf(changes.gone, name);
      const summary: PagesSummary = {
        sourceBytes: (before?.summary.sourceBytes ?? 0) + sizes('source'),
        compressedBytes: (before?.summary.compressedBytes ?? 0) + sizes('compressed'),
        home: changes.home,
        pages: changes.pages,
        fetched: fetchedTimes(before?.summary ?? null, changes),
      };
      const facts = JSON.stringify(site);
      sql.insertFacts.run(row.id, facts, factsCheck(row, facts), packSummary(row, summary));
      const linked = linkedOf(row.domain, linksTo);
      const targets = JSON.stringify(linked.targets);
      sql.insertLinked.run(
        row.id,
        linked.registrable,
        targets,
        linkedCheck(row, linked.registrable, targets),
      );
      count(1, row, summary);
      return linked;
    },
    remove(row, summary, revision, pages) {
      removePages(pages);
      removeRows(row, summary);
      sql.dropHits.run(row.id);
      sql.insertGone.run(revision, row.id);
    },
  };
}

function sumOf(pages: readonly PageRow[], name: 'source' | 'compressed'): number {
  return pages.reduce((sum, page) => sum + sizesOf(page)[name], 0);
}

/** When the pages of a document were fetched, in seconds. @param before summary of the pages before */
function fetchedTimes(before: PagesSummary | null, { come, pages }: PageChanges): readonly number[] {
  const times = new Map(before?.pages.map((page, index) => [page, before.fetched[index] ?? 0]));
  for (const { number, record } of come) times.set(number, Math.floor(record.fetchedAt / 1_000));
  return pages.map((page) => times.get(page) ?? 0);
}

/** The targets of a document, as texts that SQLite gives back unchanged. */
function linkedOf(domain: string, targets: readonly string[]): Linked {
  const wellFormed = targets.map((target) => target.toWellFormed());
  return { registrable: registrableDomain(domain), targets: [...new Set(wellFormed)] };
}
