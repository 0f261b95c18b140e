// Records for all processes which fingerprints are in use, and how the facts that they give differ from those of the ones before.
import { randomUUID } from 'node:crypto';
import { digestIn, factsVersionOf } from '@sitegrep/analysis/facts-version';
import { ALL } from '@sitegrep/search';
import {
  countOutdatedDomains,
  type FingerprintState,
  type FingerprintStep,
  NO_PROGRESS,
  outdatedDomains,
  type Storage,
} from '@sitegrep/storage';
import { builtInFingerprints } from '@sitegrep/technologies/data';
import { findKept } from '@sitegrep/technologies/prepare';
import { digestOfQuery, type QueryTechnology, searchFor } from '@sitegrep/technologies/queries';
import { type ChangeNeeds, changeNeeds } from '@sitegrep/technologies/set-changes';

/** Maximum steps that are kept; pages of a version that none leads to any more are judged again. */
const MAX_STEPS = 256;
/** Maximum technologies, texts and queries of a step: looking for more costs as much as looking at every page. */
const MAX_NEEDS = 400;
/** Maximum times that the record is written anew because another process came first. */
const MAX_CONFLICTS = 20;

interface Use {
  readonly storage: Pick<Storage, 'domains' | 'fingerprints' | 'reanalysis'>;
  readonly fingerprints: SharedArrayBuffer;
  /** Technologies by query beside them. */
  readonly queries: readonly QueryTechnology[];
  /** Folder of compiled sets. */
  readonly folder: string;
}

/**
 * Records the fingerprints that a process uses which judges pages, and begins a run for the pages that they judge otherwise.
 *
 * @returns the state as it is recorded, and whether a run was begun
 */
export async function recordUse({ storage, fingerprints, queries, folder }: Use): Promise<{
  readonly state: FingerprintState;
  readonly begun: boolean;
}> {
  const version = factsVersionOf(fingerprints, queries);
  for (let time = 0; time < MAX_CONFLICTS; time++) {
    const before = await storage.fingerprints.get();
    if (before.version === version) return { state: before, begun: false };
    const step = stepFrom(before, version, { fingerprints, queries, folder });
    const state: FingerprintState = {
      ...before,
      revision: randomUUID(),
      version,
      queries: queries.map((query) => ({ name: query.name, digest: digestOfQuery(query) })),
      since: Date.now(),
      steps: step === null ? before.steps : [...withoutStep(before.steps, step), step].slice(-MAX_STEPS),
    };
    const parts = { domains: storage.domains, fingerprints: { get: () => Promise.resolve(state) } };
    const begun = before.version !== null && (await isAnyOutdated(parts, version, step));
    // Before the record: a process that is killed between them does both again.
    if (begun)
      await storage.reanalysis.begin({
        ...NO_PROGRESS,
        id: randomUUID(),
        query: null,
        where: ALL,
        startedAt: Date.now(),
        state: 'running',
        endedAt: null,
        reason: null,
      });
    if (!(await storage.fingerprints.replace(before.revision, state))) continue;
    return { state, begun };
  }
  throw new Error(
    'other processes changed which fingerprints are in use each time that this one recorded its own',
  );
}

/** Tells whether a run has anything to do. A query may need the sources of many pages, so the run counts what it finds. */
async function isAnyOutdated(
  parts: Parameters<typeof outdatedDomains>[0],
  version: string,
  step: FingerprintStep | null,
): Promise<boolean> {
  if (step === null || step.queries.length === 0)
    return (await countOutdatedDomains(parts, version)).count > 0;
  return (await outdatedDomains(parts, version)) !== null;
}

/** How the version differs from the one before; null if that is not known, or if any page can differ. */
function stepFrom(
  { version: from, queries: before }: Pick<FingerprintState, 'queries' | 'version'>,
  to: string,
  { fingerprints, queries, folder }: Omit<Use, 'storage'>,
): FingerprintStep | null {
  const digest = from === null ? null : digestIn(from);
  if (from === null || digest === null) return null;
  const needs = needsBetween(digest, fingerprints, folder);
  const changed = changeOfQueries(before, queries);
  if (needs === null || changed === null) return null;
  const technologies = [...new Set([...needs.technologies, ...changed.technologies])];
  if (technologies.length + needs.texts.length + changed.queries.length > MAX_NEEDS) return null;
  return { from, to, technologies, texts: needs.texts, queries: changed.queries };
}

/** Needs of what a set differs in from the one before. @param digest beginning of the digest of that one */
function needsBetween(digest: string, fingerprints: SharedArrayBuffer, folder: string): ChangeNeeds | null {
  if (digestIn(factsVersionOf(fingerprints, [])) === digest) return { technologies: [], texts: [] };
  const builtIn = builtInFingerprints();
  const isBuiltIn = digestIn(factsVersionOf(builtIn, [])) === digest;
  const earlier = isBuiltIn ? builtIn : findKept(folder, digest);
  return earlier === null ? null : changeNeeds(earlier, fingerprints);
}

/** Technologies by query that are others now or gone, and searches for the pages that new ones may be on; null: any page can be. */
function changeOfQueries(
  before: FingerprintState['queries'],
  now: readonly QueryTechnology[],
): Pick<FingerprintStep, 'queries' | 'technologies'> | null {
  const was = new Map(before.map(({ name, digest }) => [name, digest]));
  const is = new Map(now.map((query) => [query.name, digestOfQuery(query)]));
  const changed = now.filter((query) => was.get(query.name) !== is.get(query.name));
  const queries = changed.map(({ where }) => searchFor(where));
  if (queries.some(({ kind }) => kind === 'constant')) return null;
  const technologies = [...was.keys()].filter((name) => was.get(name) !== is.get(name));
  return { technologies, queries };
}

function withoutStep(
  steps: readonly FingerprintStep[],
  { from, to }: FingerprintStep,
): readonly FingerprintStep[] {
  return steps.filter(
    (step) => !((step.from === from && step.to === to) || (step.from === to && step.to === from)),
  );
}
