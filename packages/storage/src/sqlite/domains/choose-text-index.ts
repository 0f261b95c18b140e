import type { DatabaseSync } from 'node:sqlite';
import { StorageMisconfigured } from '../../errors.ts';
import { inTransaction } from '../connection.ts';
import { fts5Texts } from './fts5-texts.ts';
import { segmentsTexts, type SegmentsOptions } from './segments-texts.ts';
import { writeState, type StateKeeper } from './state.ts';
import type { TextIndex, TextIndexKind } from './text-index.ts';

/** What holds the texts of a new database that nothing else is asked of. */
const USUAL: TextIndexKind = 'segments';

/**
 * Opens what holds the texts of a database, which a database without any change so far may choose.
 *
 * @param index what is to hold them; null: what does, segments in a new one
 * @throws StorageMisconfigured if something else holds them than is asked for, or a rebuild was broken off
 */
export function chooseTextIndex(
  db: DatabaseSync,
  state: StateKeeper,
  index: TextIndexKind | null,
  options: SegmentsOptions,
): TextIndex {
  let known = state.get();
  const chosen = index ?? USUAL;
  if (known.lastRevision === 0 && known.kind !== chosen) {
    inTransaction(db, () => {
      known = { ...state.get(), kind: chosen };
      writeState(db, known);
    });
  }
  const kind = wholeKind(known.kind);
  if (index !== null && index !== kind) {
    throw new StorageMisconfigured(
      `the index of the data folder is of kind ${kind}, and SITEGREP_INDEX asks for ${index}: ` +
        `run "sitegrep index rebuild", which makes it from the stored sources, or set SITEGREP_INDEX=${kind}`,
    );
  }
  return kind === 'fts5' ? fts5Texts(db) : segmentsTexts(state, options);
}

/** @throws StorageMisconfigured if a rebuild was broken off */
export function wholeKind(kind: string): TextIndexKind {
  if (kind === 'fts5' || kind === 'segments') return kind;
  throw new StorageMisconfigured(
    `the index of the data folder was being rebuilt when that broke off: run "sitegrep index rebuild" again`,
  );
}
