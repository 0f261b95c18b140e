// Files that commands write.
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CommandFailed } from './failure.ts';
import { shareOutput } from './file-modes.ts';

/**
 * Writes a file, which appears when it is complete.
 *
 * @param option that names the path
 * @throws CommandFailed if the path is that of something else; errors of the file system; what `work` throws
 */
export async function writeFile<T>(
  option: string,
  path: string,
  work: (output: Writable) => Promise<T>,
): Promise<T> {
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new CommandFailed(
      `${option} ${path} is not a file that could be written: give the name of a file.`,
    );
  }
  if (!existsSync(dirname(path))) {
    throw new CommandFailed(
      `${option} ${path}: there is no folder ${dirname(path)}; make it first, or name another file.`,
    );
  }
  const draft = `${path}.incomplete`;
  const output = createWriteStream(draft);
  // A failure to open or write ends the work, too, since it waits for the output.
  const closed = finished(output);
  try {
    const result = await Promise.race([work(output), closed.then(() => Promise.reject(new Error('closed')))]);
    output.end();
    await closed;
    shareOutput(draft);
    renameSync(draft, path);
    return result;
  } catch (error) {
    output.destroy();
    // The file may only be made now, by the opening that is under way.
    await closed.catch(() => undefined);
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes to an output, and waits until it takes more. */
export async function write(output: Writable, text: string | Uint8Array): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}
