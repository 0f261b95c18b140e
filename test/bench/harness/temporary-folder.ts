import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed when the process ends, also by a signal. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `sitegrep-bench-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.error(`ended by ${signal}`);
      process.exit(1);
    });
  }
  return folder;
}
