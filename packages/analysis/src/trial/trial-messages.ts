import type { StoredPage } from '@sitegrep/facts';
import type { SetFiles, SetProblem, TriedTechnology } from '@sitegrep/technologies/own';

/** Fingerprints that somebody tries. */
export interface TrialTask {
  /** The compiled set with the technologies that they refer to, in memory that threads share. */
  readonly fingerprints: SharedArrayBuffer;
  readonly files: SetFiles;
}

/** Fingerprints as they were taken. */
export interface TakenFingerprints {
  /** Names of the technologies. */
  readonly technologies: readonly string[];
  readonly problems: readonly SetProblem[];
  /** Names of known technologies that they take the place of. */
  readonly replaced: readonly string[];
}

/** Technologies on a page. */
export interface TriedPage {
  readonly technologies: readonly TriedTechnology[];
  /** True if the page was given up, so that there may be more matches. */
  readonly isCut: boolean;
}

/** Message to the thread: one page at a time. */
export interface PageToTry {
  readonly page: StoredPage;
}

/** Message from the thread: first what was taken, then each page. */
export type TrialReport =
  | { readonly kind: 'taken'; readonly taken: TakenFingerprints }
  | { readonly kind: 'tried'; readonly tried: TriedPage };
