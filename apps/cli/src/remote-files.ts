// Files on servers, read with the configured settings. Loaded only where a file is on a server.
import type { Config } from '@sitegrep/config';
import { userAgent } from '@sitegrep/crawl';
import { openRemoteFiles, type RemoteFiles, type RemoteWait } from '@sitegrep/remote';
import { CommandFailed } from './failure.ts';
import { openGuarded } from './guarded.ts';
import type { Closers } from './read-config.ts';
import { VERSION } from './version.ts';

/** Longest times for which a command waits without a further byte, in milliseconds: somebody looks at it. */
const PATIENCE = { busyMs: 3_600_000, unreachableMs: 300_000 };

/** Opens files that URLs of http, https and s3 name; `closers` closes them. @throws CommandFailed for variables that contradict each other */
export function openRemote(
  config: Config,
  onWait: (wait: RemoteWait | null) => void,
  closers: Closers,
): RemoteFiles {
  const requests = openGuarded(config);
  closers.defer(() => requests.close());
  try {
    return openRemoteFiles({
      requests,
      userAgent: userAgent({ version: VERSION, contact: config.contact }),
      base: null,
      environment: process.env,
      throttlesBy403: false,
      patience: PATIENCE,
      onWait,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailed(`${error.message}.`);
  }
}
