import type { KeyStore } from '@sitegrep/storage';
import type { FastifyBaseLogger } from 'fastify';

/** A key's time of last use is at most this old, in milliseconds. */
const RESOLUTION = 60_000;
/** Keys remembered; the one noted longest ago makes way, and is then just written once more often. */
const MAX_KEYS = 10_000;

/** Notes when keys are used: off the request's way, and each at most once a minute. */
export interface LastUsed {
  note(keyId: string, at: number): void;
  /** Waits for what is being written. */
  settle(): Promise<void>;
}

export function trackLastUsed(keys: Pick<KeyStore, 'touch'>, logger: FastifyBaseLogger): LastUsed {
  const noted = new Map<string, number>();
  const writing = new Set<Promise<void>>();
  return {
    note(keyId, at) {
      if (at - (noted.get(keyId) ?? -Infinity) < RESOLUTION) return;
      noted.delete(keyId);
      noted.set(keyId, at);
      if (noted.size > MAX_KEYS) noted.delete(noted.keys().next().value ?? '');
      const write = keys
        .touch(keyId, at)
        .catch((error: unknown) =>
          logger.warn({ err: error, keyId }, 'time of last use of a key not written'),
        )
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    async settle() {
      await Promise.all(writing);
    },
  };
}
