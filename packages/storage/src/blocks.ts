import type { Listed, PageRequest } from './crawls.ts';

/**
 * Domains of which nothing may be stored. A block covers the domain and all under it.
 *
 * An adapter guarantees: what resolved is durable and holds for every process at once, since none keeps blocks in memory;
 * a block is found by its domain, so that a million of them cost what one does; no put that begins after a block resolved
 * succeeds for a domain that it covers, and nothing of one that began before, in whatever process, is left of it after a
 * `takeDown`. Not here: which domains may be blocked (`readBlockableDomain`).
 */
export interface DomainBlocks {
  /** Leaves what is stored. Of a block that stands it keeps the time, and changes the reason if one is given. */
  block(block: NewBlock): Promise<DomainBlock>;
  /**
   * Blocks a domain and removes its document in one step, then the documents of all domains under it. No search that
   * starts after it finds any of them. Broken off, it is done again: the block stands, and says that they are to go.
   */
  takeDown(block: NewBlock): Promise<Takedown>;
  /** @returns the block that stood, null if there was none of this very domain */
  unblock(domain: string): Promise<DomainBlock | null>;
  /** The block of this very domain. */
  get(domain: string): Promise<DomainBlock | null>;
  /** The block that covers a domain: its own, or that of the nearest one above it. */
  covering(domain: string): Promise<DomainBlock | null>;
  /** By domain, in code point order. */
  list(page: PageRequest): Promise<Listed<DomainBlock>>;
}

export interface NewBlock {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** Why, in words of the admin; null if none is given. */
  readonly reason: string | null;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
}

export interface DomainBlock {
  readonly domain: string;
  readonly reason: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Whether what is stored of it is to be removed: it was made by `takeDown`. */
  readonly takedown: boolean;
}

export interface Takedown {
  readonly block: DomainBlock;
  /** How many documents were removed. */
  readonly removed: number;
  /** The domains of the first hundred. */
  readonly samples: readonly string[];
}

/** Domains that `Takedown` names. */
export const MAX_SAMPLES = 100;

/** As the reason of an outcome: `blocked 2026-11-22: takedown requested`. */
export function blockReason({ domain, reason, createdAt }: DomainBlock, of: string): string {
  const above = of === domain ? '' : ` with ${domain}`;
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return `blocked${above} ${day}${reason === null ? '' : `: ${reason}`}`;
}
