import type { Needs } from '@sitegrep/search';
import type { MatchIds } from './match-cache.ts';

/** Finds what matches a search; is used inside a transaction, whose state of the index it answers for. */
export interface Matcher {
  /** The column of table `domain` that the ids stand in. */
  readonly column: 'id' | 'revision';
  /**
   * To be called at the start of each transaction that asks for matches or bytes.
   *
   * @returns false if this transaction sees too old a state: another one has to be begun
   */
  begin(): boolean;
  /** Whether files are open of what `begin` found last, which take room on the disk even if they were merged since. */
  holdsFiles(): boolean;
  /** @param checkpoint is called now and then, may throw */
  find(needs: Needs, checkpoint: () => void): MatchIds;
  /** Bytes on disk. */
  bytes(): number;
  close(): void;
}
