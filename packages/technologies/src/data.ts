import { readShared } from '@sitegrep/sections';

export const COMPILED_FILE = new URL('../data/fingerprints.compiled', import.meta.url);

let builtIn: SharedArrayBuffer | null = null;
let inUse: SharedArrayBuffer | null = null;

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

/** Puts a compiled set in the place of the one that this process uses. @param compiled null: the built-in one */
export function useFingerprints(compiled: SharedArrayBuffer | null): void {
  inUse = compiled;
}

/** A function of the set in use: its value is made with the first call, and anew once another set is in use. */
export function ofFingerprints<Made>(make: () => Made): () => Made {
  let made: { readonly of: SharedArrayBuffer; readonly value: Made } | null = null;
  return () => {
    const of = loadFingerprints();
    if (made?.of !== of) made = { of, value: make() };
    return made.value;
  };
}
