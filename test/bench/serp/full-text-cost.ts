import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openTemporaryIndex, type TemporaryIndex } from '../../support/temporary-index.ts';
import { runCommand } from '../../support/server-process.ts';
import { median, rounded } from '../harness/figures.ts';
import { importInto } from './sitegrep-system.ts';

export interface Imports {
  readonly files: readonly string[];
  /** Pages of these files, and bytes of their sources. */
  readonly pages: number;
  readonly sourceBytes: number;
  /** Imports with the full text, and as many without it. */
  readonly rounds: number;
  /** Setting without which there is no full text. */
  readonly off: Readonly<Record<string, string>>;
}

interface Import {
  readonly seconds: number;
  readonly bytes: number;
}

/**
 * Cost of the full text: how much larger a data folder is with it, and how much longer an import takes. Imports with it and
 * without it alternate, because a machine changes its pace, and so does which of them goes first; each is into a new folder.
 */
export async function fullTextCost({ files, pages, sourceBytes, rounds, off }: Imports): Promise<object> {
  const [on, without]: [Import[], Import[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // The first of a round may find less in the page cache: each is the first in turn.
    if (round % 2 === 0) {
      on.push(await importAnew(files, {}));
      without.push(await importAnew(files, off));
    } else {
      without.push(await importAnew(files, off));
      on.push(await importAnew(files, {}));
    }
  }
  const perSecond = (imports: readonly Import[]): readonly number[] =>
    imports.map(({ seconds }) => rounded(pages / seconds, 10));
  const bytes = median(on.map((each) => each.bytes));
  const bytesWithout = median(without.map((each) => each.bytes));
  const ratios = on.map(({ seconds }, round) => (without[round]?.seconds ?? Number.NaN) / seconds);
  return {
    off,
    data_folder_bytes: bytes,
    data_folder_bytes_without: bytesWithout,
    full_text_of_source: rounded((bytes - bytesWithout) / sourceBytes, 10_000),
    import_pages_per_second: perSecond(on),
    import_pages_per_second_without: perSecond(without),
    import_ratio: rounded(median(ratios), 1_000),
  };
}

/** Bytes are those of all files, after the segments are merged into one. */
async function importAnew(
  files: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Import> {
  const index = await openTemporaryIndex('sqlite');
  try {
    const seconds = await importInto(index, files, settings);
    return { seconds, bytes: await mergedBytes(index, settings) };
  } finally {
    await index.remove();
  }
}

async function mergedBytes(
  { settings }: TemporaryIndex,
  further: Readonly<Record<string, string>>,
): Promise<number> {
  const folder = settings.SITEGREP_DATA_DIR;
  await runCommand(['index', 'merge'], folder, { ...settings, ...further });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
