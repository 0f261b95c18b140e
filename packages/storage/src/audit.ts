import type { Listed, PageRequest } from './crawls.ts';

/**
 * Who did, or tried, what with the rights of an administrator. Latest first: the order is that in which entries were
 * added, whatever the clocks say.
 *
 * An adapter guarantees: what resolved is durable, and seen by every process that shares the storage. Not here: what is
 * to be recorded, and keeping secrets out of it (apps/api).
 */
export interface AuditLog {
  /**
   * @param end null: the act has yet to begin, and `end` tells how it ended
   * @returns the entry's id
   */
  add(act: AuditedAct, end: AuditEnd | null): Promise<string>;
  /** Does nothing to an entry that has its end, or that is gone. */
  end(id: string, end: AuditEnd): Promise<void>;
  list(asked: AuditQuery): Promise<Listed<AuditEntry>>;
  /** Removes up to `limit` of the entries from before a time, the oldest first. @returns how many */
  prune(before: number, limit: number): Promise<number>;
}

/** `start`: the program itself, when it starts. */
export type AuditActor = 'api_key' | 'command_line' | 'start';

export interface AuditedAct {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: AuditActor;
  /** Of the key that was used; null unless it was one. */
  readonly keyId: string | null;
  readonly keyPrefix: string | null;
  /** What was done, e.g. `key.revoke`. */
  readonly action: string;
  /** What it was done to: an id or a domain; null if there is none, or none yet. */
  readonly target: string | null;
  /** Where it was asked from; null unless over the network. */
  readonly remoteAddress: string | null;
  readonly requestId: string | null;
}

export interface AuditEnd {
  /** `refused`: nothing was done; `failed`: what was done broke off. */
  readonly result: 'done' | 'refused' | 'failed';
  /** Of the answer over HTTP; null where there is none. */
  readonly status: number | null;
  /** What it was done to, where that was not known before. */
  readonly target?: string | null;
}

export interface AuditEntry extends AuditedAct {
  readonly id: string;
  /** null: under way, or the process ended before it did. */
  readonly result: AuditEnd['result'] | null;
  readonly status: number | null;
}

export interface AuditQuery extends PageRequest {
  /** Only entries of this action, and of this key. */
  readonly action?: string;
  readonly keyId?: string;
}
