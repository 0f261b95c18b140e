import { PGlite } from '@electric-sql/pglite';

/**
 * Beyond PGlite's own: a single-user server with tiny rows needs no 128 MB of buffers, keeps little of its log and
 * logs no more than its own recovery needs.
 */
const SETTINGS = {
  shared_buffers: '16MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '8MB',
  max_wal_size: '64MB',
};

/** Opens the database in a folder, and makes it if there is none. Blocks the event loop of its thread for seconds. */
export function openDatabase(dataDir: string): Promise<PGlite> {
  return PGlite.create({
    dataDir,
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [
      ...PGlite.defaultStartParams,
      ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
  });
}
