import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldCase } from '@sitegrep/fold';
import { inChild, type TaskOutcome } from './child.ts';
import { type ByEngine, ENGINES, isSameAnswer } from './engine.ts';
import type { Fts5BuildFigures } from './fts5-build.ts';
import type { Latencies } from './latencies.ts';
import type { MergeFigures, OwnBuildFigures, ThreadedFigures } from './own-build.ts';
import { hasRipgrep, type RipgrepFigure } from './ripgrep.ts';
import type { ScanFigure } from './scan.ts';
import { TERMS } from './terms.ts';
import { Texts } from './texts.ts';

export interface ScaleJob {
  /** Folder for the texts and the indexes built from them. */
  readonly folder: string;
  /** The captured sites, so many times. */
  readonly scale: number;
  /** Those that were drawn; TERMS are looked for too. */
  readonly drawn: readonly string[];
  readonly repeats: number;
  /** Number of drawn terms that are also searched with files on the disk only. */
  readonly coldTerms: number;
  /** Gets a line for each step that begins. */
  readonly progress: (line: string) => void;
}

/** Duration of building, by engine and method. */
interface BuildFigures {
  readonly own: Measured<OwnBuildFigures>;
  readonly merge: Measured<MergeFigures>;
  readonly threaded: Measured<ThreadedFigures>;
  readonly fts5: Measured<Fts5BuildFigures>;
}

type Measured<T> = T & Pick<TaskOutcome<T>, 'memory'>;

export interface ScaleFigures {
  readonly scale: number;
  readonly documents: number;
  readonly pages: number;
  /** Bytes of folded text. */
  readonly bytes: number;
  readonly foldSeconds: number;
  /** False if an earlier run built what this one searched. */
  readonly isBuiltHere: boolean;
  readonly builds: BuildFigures;
  /** TERMS, then the drawn terms. */
  readonly terms: readonly string[];
  readonly latencies: Latencies;
  /** Figures by index of the term. */
  readonly scans: ReadonlyMap<number, ScanFigure>;
  /** Figures of TERMS; null if there is no ripgrep. */
  readonly ripgrep: readonly RipgrepFigure[] | null;
  /** A line for each answer that is not like the others. */
  readonly disagreements: readonly string[];
}

/** Every n-th drawn term is scanned for too. */
const SCANNED = 10;

/** Builds the indexes at a scale, unless they are there, and searches them. */
export async function measureScale(job: ScaleJob): Promise<ScaleFigures> {
  const { folder, scale, progress } = job;
  const texts = new Texts(folder, scale);
  const { documents, pages, bytes } = texts;
  const foldSeconds = texts.foldSeconds * scale;
  texts.close();
  const scaleFolder = join(folder, `${scale}`);
  const built = join(scaleFolder, 'built.json');
  const isBuiltHere = !existsSync(built);
  if (isBuiltHere) await build(job, scaleFolder, documents);
  const builds = JSON.parse(readFileSync(built, 'utf8')) as BuildFigures;

  const terms = [...TERMS.map(foldCase), ...job.drawn];
  progress(`search, ${terms.length} terms`);
  const { result: latencies } = await inChild('latencies', {
    folders: foldersIn(scaleFolder),
    documents,
    terms,
    repeats: job.repeats,
    coldTerms: TERMS.length + job.coldTerms,
  });
  const scans = await scan(job, terms);
  const ripgrep = hasRipgrep() ? await grep(job, scaleFolder, terms) : null;
  const found = { terms, latencies, scans, ripgrep };
  const size = { scale, documents, pages, bytes, foldSeconds };
  return { ...size, isBuiltHere, builds, ...found, disagreements: disagreementsOf(found) };
}

function foldersIn(scaleFolder: string): ByEngine<string> {
  return {
    settled: join(scaleFolder, 'settled'),
    merged: join(scaleFolder, 'merged'),
    fts5: join(scaleFolder, 'fts5'),
  };
}

/** Builds each index, one after the other; the last thing written is built.json. */
async function build(
  { folder, scale, progress }: ScaleJob,
  scaleFolder: string,
  documents: number,
): Promise<void> {
  rmSync(scaleFolder, { recursive: true, force: true });
  mkdirSync(scaleFolder);
  const { settled, merged, fts5 } = foldersIn(scaleFolder);
  const from = { texts: folder, copies: scale };
  progress('build, one thread');
  const unmerged = join(scaleFolder, 'unmerged');
  const own = flat(await inChild('build', { ...from, folder: unmerged }));
  progress('merge');
  const merge = flat(await inChild('merge', { from: unmerged, folder: merged, documents }));
  rmSync(unmerged, { recursive: true });
  progress('build and merge in threads');
  const threaded = flat(await inChild('threaded', { ...from, folder: settled }));
  progress('build FTS5');
  const builds: BuildFigures = {
    own,
    merge,
    threaded,
    fts5: flat(await inChild('fts5', { ...from, folder: fts5 })),
  };
  writeFileSync(join(scaleFolder, 'built.json'), JSON.stringify(builds));
}

function flat<T>({ result, memory }: TaskOutcome<T>): Measured<T> {
  return { ...result, memory };
}

async function scan(
  { folder, scale, progress }: ScaleJob,
  terms: readonly string[],
): Promise<ReadonlyMap<number, ScanFigure>> {
  const indexes = [...terms.keys()].filter((at) => at < TERMS.length || (at - TERMS.length) % SCANNED === 0);
  progress(`scan for ${indexes.length} terms`);
  const scanned = indexes.map((at) => terms[at] ?? '');
  const { result } = await inChild('scan', { texts: folder, copies: scale, terms: scanned });
  return new Map(result.map((figure, index) => [indexes[index] ?? 0, figure]));
}

async function grep(
  { folder, scale, progress }: ScaleJob,
  scaleFolder: string,
  terms: readonly string[],
): Promise<readonly RipgrepFigure[]> {
  progress('ripgrep');
  const { result } = await inChild('ripgrep', {
    texts: folder,
    copies: scale,
    folder: join(scaleFolder, 'files'),
    terms: terms.slice(0, TERMS.length),
  });
  return result;
}

function disagreementsOf({
  terms,
  latencies,
  scans,
  ripgrep,
}: Pick<ScaleFigures, 'terms' | 'latencies' | 'scans' | 'ripgrep'>): readonly string[] {
  return terms.flatMap((term, at) => {
    const answers = latencies.answers[at];
    if (answers === undefined) return [`${JSON.stringify(term)} was not looked for`];
    const counts = new Map<string, number>(ENGINES.map((name) => [name, answers[name].documents]));
    const scanned = scans.get(at)?.answer;
    const grepped = ripgrep?.[at]?.documents;
    if (scanned !== undefined) counts.set('scan', scanned.documents);
    if (grepped !== undefined) counts.set('ripgrep', grepped);
    const isSame =
      isSameAnswer(answers.merged, answers.fts5) &&
      isSameAnswer(answers.settled, answers.fts5) &&
      (scanned === undefined || isSameAnswer(scanned, answers.fts5)) &&
      (grepped ?? answers.fts5.documents) === answers.fts5.documents;
    return isSame ? [] : [`${JSON.stringify(term)}: ${JSON.stringify(Object.fromEntries(counts))}`];
  });
}
