import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../connection.ts';
import { kindedLabels, labelsOf, type LabelledDocument, type Labels } from '@sitegrep/site';
import { withFirstVisit } from '../../histories.ts';
import { changeWriter } from '../domains/changes/change-writer.ts';
import { clearLabels, type LabelWriter, labelWriter } from '../domains/labels/label-writer.ts';
import {
  type FullTextPage,
  type FullTextWriter,
  fullTextWriter,
  storedTextPage,
} from '../domains/full-text/writer.ts';
import { type HistoryRows, historyRows } from '../domains/history-rows.ts';
import { buildLists } from '../domains/order/build.ts';
import { rankBy } from '../domains/ranked-rows.ts';
import { rebuildReferrals } from '../domains/ranks.ts';
import { type PageRow, unpackedSources } from '../domains/page-rows.ts';
import { damaged } from '../failure.ts';
import {
  allDomains,
  domainCheck,
  type DomainRow,
  domainValues,
  labelledDocument,
  rowReader,
} from '../domains/rows.ts';
import { emptySearches } from '../domains/searches/search-writer.ts';
import { stateKeeper, SUM_MODULUS, type State, writeState, type StateKeeper } from '../domains/state.ts';
import { textWriter, type TextWriter } from '../domains/text-writer.ts';
import { zonesOf } from '@sitegrep/html';
import { indexPasts } from './rebuild-past.ts';
import { maintained } from './text-index.ts';
import { requireDomains } from './verify-tables.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** See `TextIndexOptions`. */
  readonly buildBytes: number;
  /** Whether there shall be full text. */
  readonly fullText: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

export type RebuildProgress =
  | {
      readonly step: 'indexing';
      readonly items: 'page' | 'version' | 'domain';
      readonly done: number;
      readonly of: number;
    }
  | { readonly step: 'merging' };

/** Pages, or domains, of one transaction. */
const BATCH = 100;

/**
 * Makes the index anew from the stored rows and sources, e.g. because it is damaged: segments, those of versions, order lists, labels and their
 * lists, those of changes, full text, ranks and counts of referrers. Saved searches are to be filled again. The caller has locked the folder. The old index is removed first: if the rebuild is interrupted, the folder
 * can't be opened until it is done again.
 *
 * @throws storage errors; what `signal` was aborted with
 */
export function rebuildTextIndex(options: RebuildOptions): Promise<void> {
  return maintained(options.dataDir, options.buildBytes, async (opened) => {
    const { db, segments, pastSegments, texts: textOptions } = opened;
    const state = stateKeeper(db);
    const fullText = fullTextWriter(db, state);
    // Before anything is given up.
    for (const folder of [segments, pastSegments]) if (existsSync(folder)) accessSync(folder, constants.W_OK);
    inTransaction(db, () => {
      rebuildReferrals(db);
      const ranks = rebuildRanks(db);
      const { lastChunk, ...sums } = rebuildLists(db, state);
      db.exec('DELETE FROM gone');
      db.exec('DELETE FROM seen');
      clearLabels(db);
      fullText.clear();
      emptySearches(db, state.get());
      const emptied = {
        sequence: 0,
        pastSequence: 0,
        labelled: 0,
        unlisted: 0,
        wordMeans: 0,
        fulfilled: 0,
        refilled: state.get().refilled + 1,
        hasFullText: options.fullText,
      };
      writeState(db, { ...state.get(), isRebuilding: true, ...emptied, ...sums, ranks, lastChunk });
    });
    const labels = labelWriter(db, state);
    for (const folder of [segments, pastSegments]) rmSync(folder, { recursive: true, force: true });
    const texts = textWriter(state, { ...textOptions, folder: segments, sequence: 'sequence' });
    const pastTexts = textWriter(state, { ...textOptions, folder: pastSegments, sequence: 'pastSequence' });
    try {
      await indexAll(db, state, { texts, labels, fullText }, options);
      await indexPasts(db, state, pastTexts, options);
      options.onProgress({ step: 'merging' });
      inTransaction(db, () => {
        labels.rebuild();
        changeWriter(db, state).rebuild();
        state.write();
      });
      await texts.merge();
      await pastTexts.merge();
    } finally {
      await Promise.all([texts.close(), pastTexts.close()]);
    }
    inTransaction(db, () => writeState(db, { ...state.get(), isRebuilding: false }));
  });
}

/**
 * Makes the order lists anew, once every row they are made from was seen to be sound.
 *
 * @returns number of the last chunk, and the sums that readers check what they know of rows by
 */
function rebuildLists(
  db: DatabaseSync,
  state: StateKeeper,
): Pick<State, 'lastChunk' | 'idSum' | 'revisionSum'> {
  let [count, idSum, revisionSum] = [0, 0, 0];
  for (const { id, revision } of allDomains(db)) {
    count++;
    idSum = (idSum + id) % SUM_MODULUS;
    revisionSum = (revisionSum + revision) % SUM_MODULUS;
  }
  requireDomains(db, count, state.get().domains);
  return { lastChunk: buildLists(db, state.get().lastChunk), idSum, revisionSum };
}

/**
 * Gives domains the ranks that the lists and the counts make, which may have lost rows.
 *
 * @returns how many domains lists give a rank
 */
function rebuildRanks(db: DatabaseSync): number {
  const rows = rowReader(db);
  const update = db.prepare('UPDATE domain SET rank = ?, crc = ? WHERE id = ?');
  for (const row of allDomains(db)) {
    const rank = rankBy(rows, row.domain);
    if (rank === row.rank) continue;
    update.run(rank, domainCheck(domainValues({ ...row, rank })), row.id);
  }
  return Number(db.prepare('SELECT count(*) AS count FROM rank').get()?.['count']);
}

interface Writers {
  readonly texts: TextWriter;
  readonly labels: LabelWriter;
  readonly fullText: FullTextWriter;
}

async function indexAll(
  db: DatabaseSync,
  state: StateKeeper,
  writers: Writers,
  options: RebuildOptions,
): Promise<void> {
  await indexPages(db, state, writers.texts, options);
  await indexDomains(db, state, writers, options);
}

/** Indexes the texts of all pages, in the order of their numbers. */
async function indexPages(
  db: DatabaseSync,
  state: StateKeeper,
  texts: TextWriter,
  { signal, onProgress }: RebuildOptions,
): Promise<void> {
  const rows = rowReader(db);
  const following = db.prepare('SELECT id, domain FROM page WHERE id > ? ORDER BY id LIMIT ?');
  const { pages: of } = state.get();
  let done = 0;
  for (let last = 0; ;) {
    signal.throwIfAborted();
    await texts.ready();
    const batch = following.all(last, BATCH);
    const end = batch.at(-1);
    if (end === undefined) break;
    try {
      inTransaction(db, () => {
        for (const { id, domain } of batch) {
          const page = rows.page(rows.domain('id', Number(domain)), Number(id));
          const sources = unpackedSources(page);
          const zones = zonesOf(sources.source.toString());
          texts.change(page.id, null, { ...sources, domain: page.domain, zones });
        }
        texts.prepare();
        state.write();
      });
    } catch (error) {
      state.discard();
      texts.rolledBack();
      throw error;
    }
    texts.committed();
    last = Number(end['id']);
    done += batch.length;
    onProgress({ step: 'indexing', items: 'page', done, of });
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (done !== of) throw damaged(db, `table page has ${done} pages, and should have ${of}`);
}

/** Makes the labels and the full text of all domains. */
async function indexDomains(
  db: DatabaseSync,
  state: StateKeeper,
  { labels, fullText }: Writers,
  { signal, onProgress }: RebuildOptions,
): Promise<void> {
  const rows = rowReader(db);
  const histories = historyRows(db);
  const { domains: of, hasFullText } = state.get();
  let done = 0;
  for (let last = 0; ;) {
    signal.throwIfAborted();
    const batch = rows.following(last, BATCH);
    const end = batch.at(-1);
    if (end === undefined) break;
    try {
      inTransaction(db, () => {
        for (const row of batch) {
          const pages = [...rows.pages(row)];
          if (hasFullText) addFullText(fullText, row, rows.summary(row).home, pages);
          labels.add(
            row.revision,
            storedLabels(labelledDocument(row, rows.facts(row), pages), row, histories),
          );
        }
        fullText.prepare();
        state.write();
      });
    } catch (error) {
      state.discard();
      throw error;
    }
    last = end.revision;
    done += batch.length;
    onProgress({ step: 'indexing', items: 'domain', done, of });
    await new Promise((resolve) => setImmediate(resolve));
  }
  requireDomains(db, done, of);
}

/** The labels of a document with the day of the first visit, as they are stored. */
function storedLabels(document: LabelledDocument, { id }: DomainRow, histories: HistoryRows): Labels {
  const labels = labelsOf(document);
  const history = histories.of(id, kindedLabels(labels, document.facts));
  return withFirstVisit(labels, history, document.facts.lastVisited);
}

/** @param home number of the home page @param pages all */
function addFullText(
  fullText: FullTextWriter,
  row: DomainRow,
  home: number,
  pages: readonly PageRow[],
): void {
  const come = pages.map(storedTextPage);
  const stored = (page: number): FullTextPage => {
    const found = come.find(({ number }) => number === page);
    if (found === undefined) throw new RangeError(`${row.domain} has no page ${page}`);
    return found;
  };
  const after = { home: stored(home), pages: pages.length };
  fullText.change(row, { before: null, after, come, gone: [], stored });
}
