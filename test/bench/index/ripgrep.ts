import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATCH, type BuildJob } from './build.ts';
import { Texts } from './texts.ts';

export interface RipgrepJob extends BuildJob {
  /** Terms without line breaks. */
  readonly terms: readonly string[];
}

export interface RipgrepFigure {
  /** Milliseconds of the entire process. */
  readonly ms: number;
  readonly documents: number;
}

export function hasRipgrep(): boolean {
  return spawnSync('rg', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Has ripgrep name the documents with each term, once, of files that hold a document each. */
export function measureRipgrep(job: RipgrepJob): readonly RipgrepFigure[] {
  if (!existsSync(job.folder)) writeFiles(job);
  return job.terms.map((term) => {
    const startedAt = performance.now();
    const options = ['--no-config', '--no-ignore', '--text', '--encoding', 'none', '--fixed-strings'];
    const { status, stdout, stderr } = spawnSync(
      'rg',
      [...options, '--files-with-matches', '-e', term, job.folder],
      { maxBuffer: 2 ** 28 },
    );
    const ms = performance.now() - startedAt;
    // 1: nothing found
    if (status !== 0 && status !== 1) throw new Error(`rg ended with ${status}: ${stderr.toString()}`);
    return { ms, documents: stdout.toString().split('\n').length - 1 };
  });
}

/** Pages are parted by NUL, which none of them holds. */
function writeFiles({ texts, copies, folder }: BuildJob): void {
  mkdirSync(folder);
  const separator = Buffer.of(0);
  for (const batch of new Texts(texts, copies).batches(BATCH)) {
    for (const { number, pages } of batch) {
      writeFileSync(join(folder, `${number}`), Buffer.concat(pages.flatMap((page) => [page, separator])));
    }
  }
}
