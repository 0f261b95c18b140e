// A public set of fingerprints in the place of the one in use: checked and compiled in threads, stored, and then named.
import { randomUUID } from 'node:crypto';
import { type TakenTechnologies, TECHNOLOGY_SET_BOUNDS } from '@sitegrep/contract';
import type { FingerprintState, FingerprintStore } from '@sitegrep/storage';
import { problemLine, readKnownSet } from '@sitegrep/technologies/own';
import { checkedGiven, type KeptPublicSet, prepareSet } from '@sitegrep/technologies/prepare';
import { badRequest, Failure } from './failure.ts';

/** Maximum times that the state is written anew because another process came first. */
const MAX_CONFLICTS = 20;

/** A set as it was sent. */
export interface GivenSet {
  readonly name: string;
  /** JSON in UTF-8. */
  readonly text: Uint8Array;
}

interface Taking {
  readonly fingerprints: FingerprintStore;
  /** Path of technologies of one's own; null: there are none. */
  readonly own: string | null;
  /** Folder of compiled sets; null: none. */
  readonly folder: string | null;
}

/** Takes a public set. @param given null: the built-in one. @throws Failure bad_request if nothing of it is taken; conflict */
export async function takePublicSet(
  { fingerprints, own, folder }: Taking,
  given: GivenSet | null,
): Promise<TakenTechnologies> {
  const set = given === null ? null : await checked(given);
  // What cannot be compiled is not taken. What is compiled is kept, so that it is not compiled again when it is put in use.
  const { compiled } = await prepareSet({ publicSet: set?.bytes ?? null, own }, folder);
  await name(fingerprints, set, given?.name ?? '');
  const problems = set?.problems ?? [];
  return {
    name: given?.name ?? null,
    technologies: Object.keys(readKnownSet(compiled).technologies).length,
    problems: problems
      .slice(0, TECHNOLOGY_SET_BOUNDS.problems)
      .map(({ technology, key, reason }) => ({ technology, key, reason })),
    problems_count: problems.length,
  };
}

async function checked(given: GivenSet): Promise<KeptPublicSet> {
  const set = await checkedGiven(given);
  if ('bytes' in set) return set;
  const [first] = set;
  const why = first === undefined ? '' : `: ${problemLine(first)}`;
  throw badRequest({
    field: 'The set',
    problem: `has no technology that can be taken${why}`,
    remedy: 'the set in use stays',
  });
}

async function name(fingerprints: FingerprintStore, set: KeptPublicSet | null, given: string): Promise<void> {
  for (let time = 0; time < MAX_CONFLICTS; time++) {
    const before = await fingerprints.get();
    const publicSet: FingerprintState['publicSet'] =
      set === null
        ? null
        : { digest: set.digest, name: given, technologies: set.technologies, at: Date.now() };
    const state = { ...before, revision: randomUUID(), publicSet };
    if (await fingerprints.replace(before.revision, state, set?.bytes)) return;
  }
  throw new Failure('conflict', 'Other processes changed the set in use each time; try again.');
}
