import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../connection.ts';
import { labelsOf } from '@sitegrep/site';
import { clearLabels, type LabelWriter, labelWriter } from '../domains/labels/label-writer.ts';
import { type FullTextPage, type FullTextWriter, fullTextWriter } from '../domains/full-text/writer.ts';
import { buildLists } from '../domains/order/build.ts';
import { rankBy } from '../domains/ranked-rows.ts';
import { rebuildReferrals } from '../domains/ranks.ts';
import { type PageRow, shownSource, unpackedSources } from '../domains/page-rows.ts';
import {
  allDomains,
  domainCheck,
  domainValues,
  labelledDocument,
  pageFactsIn,
  rowReader,
} from '../domains/rows.ts';
import { stateKeeper, writeState, type StateKeeper } from '../domains/state.ts';
import { textWriter, type TextWriter } from '../domains/text-writer.ts';
import { maintained } from './text-index.ts';
import { requireDomains } from './verify-rows.ts';

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
  | { readonly step: 'indexing'; readonly domains: number; readonly ofDomains: number }
  | { readonly step: 'merging' };

/** Domains of one transaction. */
const BATCH = 100;

/**
 * Makes the index anew from the stored rows and sources, e.g. because it is damaged: segments, order lists, labels and their
 * lists, full text, ranks and counts of referrers. The caller has locked the folder. The old index is removed first: if the rebuild is interrupted, the folder
 * can't be opened until it is done again.
 *
 * @throws storage errors; what `signal` was aborted with
 */
export function rebuildTextIndex(options: RebuildOptions): Promise<void> {
  return maintained(options.dataDir, options.buildBytes, async ({ db, segments, texts: textOptions }) => {
    const state = stateKeeper(db);
    const fullText = fullTextWriter(db, state);
    // Before anything is given up.
    if (existsSync(segments)) accessSync(segments, constants.W_OK);
    inTransaction(db, () => {
      rebuildReferrals(db);
      const ranks = rebuildRanks(db);
      const lastChunk = rebuildLists(db, state);
      clearLabels(db);
      fullText.clear();
      const emptied = { sequence: 0, labelled: 0, unlisted: 0, wordMeans: 0, hasFullText: options.fullText };
      writeState(db, { ...state.get(), isRebuilding: true, ...emptied, ranks, lastChunk });
    });
    const labels = labelWriter(db, state);
    rmSync(segments, { recursive: true, force: true });
    const texts = textWriter(state, { ...textOptions, folder: segments });
    try {
      await indexAll(db, state, { texts, labels, fullText }, options);
      options.onProgress({ step: 'merging' });
      inTransaction(db, () => {
        labels.rebuild();
        state.write();
      });
      await texts.merge();
    } finally {
      await texts.close();
    }
    inTransaction(db, () => writeState(db, { ...state.get(), isRebuilding: false }));
  });
}

/**
 * Makes the order lists anew, once every row they are made from was seen to be sound.
 *
 * @returns number of the last chunk
 */
function rebuildLists(db: DatabaseSync, state: StateKeeper): number {
  requireDomains(
    db,
    Iterator.from(allDomains(db)).reduce((count) => count + 1, 0),
    state.get().domains,
  );
  return buildLists(db, state.get().lastChunk);
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

async function indexAll(
  db: DatabaseSync,
  state: StateKeeper,
  {
    texts,
    labels,
    fullText,
  }: { readonly texts: TextWriter; readonly labels: LabelWriter; readonly fullText: FullTextWriter },
  { signal, onProgress }: RebuildOptions,
): Promise<void> {
  const rows = rowReader(db);
  const { domains: ofDomains, hasFullText } = state.get();
  let domains = 0;
  for (let last = 0; ;) {
    signal.throwIfAborted();
    await texts.ready();
    const batch = rows.following(last, BATCH);
    const end = batch.at(-1);
    if (end === undefined) break;
    try {
      inTransaction(db, () => {
        for (const row of batch) {
          const pages = [...rows.pages(row)];
          const sources = pages.map(unpackedSources);
          texts.change(row.revision, null, sources);
          if (hasFullText) fullText.add(row, pages.map(textPage), sources.map(shownSource));
          labels.add(row.revision, labelsOf(labelledDocument(row, rows.facts(row), pages)));
        }
        fullText.prepare();
        texts.prepare();
        state.write();
      });
    } catch (error) {
      state.discard();
      texts.rolledBack();
      throw error;
    }
    texts.committed();
    last = end.revision;
    domains += batch.length;
    onProgress({ step: 'indexing', domains, ofDomains });
    await new Promise((resolve) => setImmediate(resolve));
  }
  requireDomains(db, domains, ofDomains);
}

/** A page as far as its full text follows from its row. */
function textPage({ url, fetchedAt, facts }: PageRow): FullTextPage {
  return { url, fetchedAt, facts: pageFactsIn(facts) };
}
