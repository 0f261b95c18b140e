// Remote files for tests: names under .test lead to this machine, and waits pass at once on a clock of their own.
import { openGuardedRequests, type GuardedOptions } from '@sitegrep/crawl';
import { onTestFinished } from 'vitest';
import { testLookup } from '../../crawl/test/loopback.ts';
import { openRemoteFiles, type RemoteFiles, type RemoteOptions, type RemoteWait } from '../src/index.ts';

export interface Opened {
  readonly files: RemoteFiles;
  /** Waits that began, with their durations in milliseconds by the test's clock. */
  readonly waits: (RemoteWait & { readonly ms: number })[];
  /** The test's clock, which stands still but for waits. */
  readonly clock: { now: number };
}

const START = Date.UTC(2026, 10, 30, 12);

export function openTestFiles(
  options: Partial<RemoteOptions> = {},
  guarded: Partial<GuardedOptions> = {},
): Opened {
  const clock = { now: START };
  const waits: Opened['waits'] = [];
  const files = openRemoteFiles({
    requests: openGuardedRequests({
      proxy: null,
      allowedAddresses: ['127.0.0.0/8'],
      lookup: testLookup,
      certificateAuthorities: null,
      connectTimeoutMs: 5_000,
      ...guarded,
    }),
    userAgent: 'sitegrep/1 (+https://op.example)',
    base: null,
    environment: {},
    throttlesBy403: false,
    onWait: (wait) => {
      if (wait !== null) waits.push({ ...wait, ms: wait.until - clock.now });
    },
    clock: {
      now: () => clock.now,
      sleep: (ms) => {
        clock.now += ms;
        return Promise.resolve();
      },
      // Waits are neither shortened nor lengthened.
      random: () => 0.5,
    },
    ...options,
  });
  onTestFinished(() => files.close());
  return { files, waits, clock };
}

/** Reads all that a stream gives. */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
