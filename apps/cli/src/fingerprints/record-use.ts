// Records for all processes which fingerprints are in use, and how the facts that they give differ from those of the ones before.
import { randomUUID } from 'node:crypto';
import { digestIn } from '@sitegrep/analysis/facts-version';
import { ALL } from '@sitegrep/search';
import {
  countOutdatedDomains,
  type FingerprintState,
  type FingerprintStep,
  NO_PROGRESS,
  type Storage,
} from '@sitegrep/storage';
import { builtInFingerprints } from '@sitegrep/technologies/data';
import { findKept } from '@sitegrep/technologies/prepare';
import { changeNeeds } from '@sitegrep/technologies/set-changes';
import { factsVersionOf } from '@sitegrep/analysis/facts-version';

/** Maximum steps that are kept; pages of a version that none leads to any more are judged again. */
const MAX_STEPS = 64;
/** Maximum times that the record is written anew because another process came first. */
const MAX_CONFLICTS = 20;

interface Use {
  readonly storage: Pick<Storage, 'domains' | 'fingerprints' | 'reanalysis'>;
  readonly fingerprints: SharedArrayBuffer;
  /** Folder of compiled sets. */
  readonly folder: string;
}

/**
 * Records the fingerprints that a process uses which judges pages, and begins a run for the pages that they judge otherwise.
 *
 * @returns the state as it is recorded, and whether a run was begun
 */
export async function recordUse({ storage, fingerprints, folder }: Use): Promise<{
  readonly state: FingerprintState;
  readonly begun: boolean;
}> {
  const version = factsVersionOf(fingerprints);
  for (let time = 0; time < MAX_CONFLICTS; time++) {
    const before = await storage.fingerprints.get();
    if (before.version === version) return { state: before, begun: false };
    const step = stepFrom(before.version, version, fingerprints, folder);
    const state: FingerprintState = {
      ...before,
      revision: randomUUID(),
      version,
      since: Date.now(),
      steps: step === null ? before.steps : [...withoutStep(before.steps, step), step].slice(-MAX_STEPS),
    };
    const parts = { domains: storage.domains, fingerprints: { get: () => Promise.resolve(state) } };
    const begun = before.version !== null && (await countOutdatedDomains(parts, version)) > 0;
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

/** How the version differs from the one before; null if that is not known, or if any page can differ. */
function stepFrom(
  from: string | null,
  to: string,
  fingerprints: SharedArrayBuffer,
  folder: string,
): FingerprintStep | null {
  const digest = from === null ? null : digestIn(from);
  if (from === null || digest === null) return null;
  const builtIn = builtInFingerprints();
  const earlier = factsVersionOf(builtIn) === from ? builtIn : findKept(folder, digest);
  const needs = earlier === null ? null : changeNeeds(earlier, fingerprints);
  return needs === null ? null : { from, to, ...needs };
}

function withoutStep(
  steps: readonly FingerprintStep[],
  { from, to }: FingerprintStep,
): readonly FingerprintStep[] {
  return steps.filter(
    (step) => !((step.from === from && step.to === to) || (step.from === to && step.to === from)),
  );
}
