import { readShared } from '@sitegrep/sections';
import type { QueryTechnology } from './queries/query-technology.ts';

export const COMPILED_FILE = new URL('../data/fingerprints.compiled', import.meta.url);

let builtIn: SharedArrayBuffer | null = null;
let inUse: SharedArrayBuffer | null = null;
let queriesInUse: readonly QueryTechnology[] = [];

/**
 * The compiled set that this process uses, in memory that threads can share: the built-in one, unless another was put in its place.
 *
 * @throws Error if the file can't be read
 */
export function loadFingerprints(): SharedArrayBuffer {
  return inUse ?? builtInFingerprints();
}

/** The compiled set that is part of the package. @throws Error if the file can't be read */
export function builtInFingerprints(): SharedArrayBuffer {
  return (builtIn ??= readShared(COMPILED_FILE));
}

/** The technologies by query that this process uses beside the compiled set. */
export function queryTechnologies(): readonly QueryTechnology[] {
  return queriesInUse;
}

/**
 * Puts a compiled set in the place of the one that this process uses.
 *
 * @param compiled null: the built-in one
 * @param queries technologies by query beside it
 */
export function useFingerprints(
  compiled: SharedArrayBuffer | null,
  queries: readonly QueryTechnology[] = [],
): void {
  inUse = compiled;
  queriesInUse = queries;
}

/** A function of the set in use: its value is made with the first call, and anew once another set is in use. */
export function ofFingerprints<Made>(make: () => Made): () => Made {
  let made: {
    readonly of: SharedArrayBuffer;
    readonly with: readonly QueryTechnology[];
    readonly value: Made;
  } | null = null;
  return () => {
    const of = loadFingerprints();
    if (made?.of !== of || made.with !== queriesInUse) made = { of, with: queriesInUse, value: make() };
    return made.value;
  };
}
