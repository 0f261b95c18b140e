// The fingerprints that a process uses: a public set, built in or newer, with technologies of one's own. They change while it runs,
// when the file is written or another process puts a newer set in place.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnalysisPool } from '@sitegrep/analysis';
import type { Config } from '@sitegrep/config';
import type { FingerprintState, Storage } from '@sitegrep/storage';
import { useFingerprints } from '@sitegrep/technologies/data';
import { problemLine } from '@sitegrep/technologies/own';
import { type QueryTechnology, takenTechnologies } from '@sitegrep/technologies/queries';
import { NO_OWN, type OwnReport, type PreparedSet, prepareSet } from '@sitegrep/technologies/prepare';
import type { Logger } from 'pino';
import type { Closers } from '../read-config.ts';
import { stateOfFile } from './own-file.ts';
import { recordUse } from './record-use.ts';

/** Time between two looks at the file, in milliseconds. */
const LOOK_EVERY_MS = 250;
/** Number of looks at the file of which one is at the storage, too. */
const LOOKS_A_QUESTION = 8;
/** Problems of a file that are logged one by one. */
const MAX_LOGGED = 20;

/** Parts of a process that depend on fingerprints. */
interface Judging {
  /** The pool in which it judges pages; null: it has none yet. */
  readonly analysis: () => Pick<AnalysisPool, 'renewFingerprints'> | null;
  /** Called when there is a run for the pages that are judged otherwise now; absent: another process works on it. */
  readonly onWork?: () => void;
}

export interface FingerprintsInUse {
  /** Report on what was taken of the technologies of one's own. */
  readonly own: () => OwnReport;
  /** Looks at the file and the storage at once, and resolves when what is there is in use. */
  look(): Promise<void>;
  /** Begins to follow changes. */
  follow(judging: Judging): Promise<void>;
}

interface Parts {
  readonly config: Pick<Config, 'dataDir' | 'technologies'>;
  readonly storage: Pick<Storage, 'domains' | 'fingerprints' | 'reanalysis'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** The file and the records as they were looked at last. */
interface Seen {
  readonly file: string | null;
  readonly state: Pick<FingerprintState, 'publicSet' | 'revision' | 'searches'>;
}

/** A set in use, with the technologies by query beside it. */
interface Using {
  readonly set: PreparedSet;
  readonly queries: readonly QueryTechnology[];
}

/** Folder of the compiled sets of a data folder. */
export function folderOfSets({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'fingerprints');
}

/** Puts the fingerprints in use that settings and storage name. @throws Error of the file system, errors of the storage */
export async function openFingerprints(
  { config, storage, logger }: Parts,
  closers: Closers,
): Promise<FingerprintsInUse> {
  const { technologies: path } = config;
  const folder = folderOfSets(config);
  const closing = new AbortController();
  let judging: Judging | null = null;
  let seen: Seen | null = null;
  let inUse: Using | null = null;
  /** False if those who judge do not know yet what is in use. */
  let isRecorded = true;

  /** @param asks whether the storage is asked as well */
  async function look(asks: boolean): Promise<void> {
    const file = path === null ? null : stateOfFile(path);
    const state = asks || seen === null ? await storage.fingerprints.get() : seen.state;
    if (isRecorded && seen !== null && seen.file === file && seen.state.revision === state.revision) return;
    if (path !== null && file === null && seen?.file !== file)
      logger.warn({ path }, 'there are no technologies of your own at the path of SITEGREP_TECHNOLOGIES');
    const set = await setOf(file, state);
    // It was put out of use meanwhile; the next look finds what is in use then.
    if (set === null) return;
    seen = { file, state };
    const { taken, problems } = takenTechnologies(state.searches, set.compiled, set.own.queries);
    const queries = [...set.own.queries, ...taken];
    if (set.key !== inUse?.set.key || JSON.stringify(queries) !== JSON.stringify(inUse.queries)) {
      if (set.key !== inUse?.set.key) tell(set.own);
      for (const { search, name, reason } of problems)
        logger.warn(
          { search },
          `the technology ${name} of the saved search ${search} is left out: ${reason}`,
        );
      inUse = { set, queries };
      useFingerprints(set.compiled, queries);
      isRecorded = false;
    }
    if (isRecorded) return;
    // If it fails, the next look does it.
    if (judging !== null) await use(judging, inUse);
    isRecorded = true;
  }

  /** The set that the file and the records name; null if its public set is there no more. */
  async function setOf(file: string | null, state: Seen['state']): Promise<PreparedSet | null> {
    const digest = digestOf(state);
    const isKnown = seen !== null && seen.file === file && digestOf(seen.state) === digest;
    if (isKnown && inUse !== null) return inUse.set;
    const publicSet = digest === null ? null : await storage.fingerprints.set(digest);
    if (digest !== null && publicSet === null) return null;
    return await prepareSet({ publicSet, own: file === null ? null : path }, folder);
  }

  async function use({ analysis, onWork }: Judging, { set, queries }: Using): Promise<void> {
    analysis()?.renewFingerprints();
    if (onWork === undefined) return;
    const { begun } = await recordUse({ storage, fingerprints: set.compiled, queries, folder });
    if (begun) onWork();
  }

  function tell({ technologies, problems, replaced }: OwnReport): void {
    if (path === null) return;
    logger.info({ path, technologies: technologies.length }, 'technologies of your own are in use');
    for (const name of replaced)
      logger.warn({ path }, `${name} of your own takes the place of the known technology of this name`);
    for (const problem of problems.slice(0, MAX_LOGGED)) logger.warn({ path }, problemLine(problem));
    if (problems.length > MAX_LOGGED)
      logger.warn(
        { path },
        `${problems.length - MAX_LOGGED} more problems: see "sitegrep technologies check"`,
      );
  }

  let looking: Promise<void> = Promise.resolve();
  /** One look at a time: a later one sees what an earlier one did. */
  const lookNow = (asks: boolean): Promise<void> => {
    const next = looking.catch(() => undefined).then(() => look(asks));
    looking = next;
    return next;
  };

  async function run(): Promise<void> {
    // Without a file of one's own only the storage is looked at.
    const [everyMs, ofQuestion] =
      path === null ? [LOOK_EVERY_MS * LOOKS_A_QUESTION, 1] : [LOOK_EVERY_MS, LOOKS_A_QUESTION];
    let problem = '';
    for (let number = 1; !closing.signal.aborted; number++) {
      await delay(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        await lookNow(number % ofQuestion === 0);
        problem = '';
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // Told once: it is tried again all the time.
        if (message !== problem)
          logger.warn({ err: error }, 'fingerprints could not be looked at or recorded');
        problem = message;
      }
    }
  }

  await look(true);
  closers.defer(() => useFingerprints(null));
  return {
    own: () => inUse?.set.own ?? NO_OWN,
    look: () => lookNow(true),
    async follow(judge) {
      judging = judge;
      if (inUse !== null) await use(judge, inUse);
      const running = run();
      closers.defer(async () => {
        closing.abort();
        await running;
        await looking.catch(() => undefined);
      });
    },
  };
}

function digestOf({ publicSet }: Pick<FingerprintState, 'publicSet'>): string | null {
  return publicSet?.digest ?? null;
}
