import type { Participant, Service } from '../serve.ts';
import { blockReader, blockWriter } from './block-rows.ts';
import { openMark } from './commit-mark.ts';
import { openDomains } from './open-domains.ts';
import { segmentsFolder, type DomainThreadData } from './options.ts';
import { listChanges } from './order/changes.ts';
import { rankedRows } from './ranked-rows.ts';
import { openReferrals } from './referrals.ts';
import { rowReader } from './rows.ts';
import { stateKeeper } from './state.ts';
import { openTextWriter } from './text-writer.ts';
import { createWriter, type WriterCalls } from './writer.ts';

/** Opens domains.sqlite and what is beside it to be written. @throws StorageCorrupt, StorageMisconfigured; errors of SQLite */
export function openWriter({ file, texts: options }: DomainThreadData): Service & {
  readonly calls: WriterCalls;
  readonly participant: Participant;
} {
  const db = openDomains(file);
  try {
    const state = stateKeeper(db);
    const texts = openTextWriter(state, { ...options, folder: segmentsFolder(file) });
    const lists = listChanges(db, state);
    const rows = rowReader(db);
    const ranked = rankedRows(db, rows, lists);
    const referrals = openReferrals(db, rows, ranked);
    const reader = blockReader(db);
    const blocks = { ...reader, ...blockWriter(db, reader, state) };
    const calls = createWriter(db, { rows, texts, state, lists, ranked, referrals, blocks });
    const mark = openMark(file, state.get().commits);
    let commit: number | null = null;
    const participant: Participant = {
      prepare() {
        referrals.write();
        lists.write();
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
    return { db, calls, transactions: 'grouped', participant };
  } catch (error) {
    db.close();
    throw error;
  }
}
