// What is recorded of the fingerprints in use, for all processes of a storage.

/** A public set that takes the place of the built-in one. */
interface KeptSetName {
  /** SHA-256 of the set in hexadecimal, by which its bytes are found. */
  readonly digest: string;
  /** Name under which it was given, such as that of its file. */
  readonly name: string;
  /** Number of its technologies. */
  readonly technologies: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Two versions of facts that are made of other fingerprints: a page of one of them would be the same in the other, unless it has one
 * of these technologies or one of these texts.
 */
export interface FingerprintStep {
  readonly from: string;
  readonly to: string;
  readonly technologies: readonly string[];
  /** Texts, folded, with where a page has to have them; `source` is that of a page, or the one that its scripts wrote. */
  readonly texts: readonly {
    readonly text: string;
    readonly scope: 'cookies' | 'dns' | 'headers' | 'source' | 'url';
  }[];
}

export interface FingerprintState {
  /** Another one after each change; '' before the first. */
  readonly revision: string;
  /** Null: the built-in set is in use. */
  readonly publicSet: KeptSetName | null;
  /** Version of the facts that the fingerprints in use give; null: no process that writes has used any yet. */
  readonly version: string | null;
  /** When that version came into use, in milliseconds since the epoch; 0 before. */
  readonly since: number;
  /** How versions differ from each other, the latest last. */
  readonly steps: readonly FingerprintStep[];
}

export const NO_FINGERPRINT_STATE: FingerprintState = {
  revision: '',
  publicSet: null,
  version: null,
  since: 0,
  steps: [],
};

/**
 * The state of fingerprints, and the public set that it names. An adapter guarantees: what resolved is durable, and a change is whole
 * or not there.
 */
export interface FingerprintStore {
  get(): Promise<FingerprintState>;
  /**
   * Puts a state in place of another one. Bytes of a set that the new state does not name are removed in time.
   *
   * @param before revision of the state that is replaced
   * @param set bytes of the public set that the state names, unless they are stored already
   * @returns false if it is not the state any more, which changes nothing
   */
  replace(before: string, state: FingerprintState, set?: Uint8Array): Promise<boolean>;
  /** Bytes of the public set of a digest; null if the state does not name it. */
  set(digest: string): Promise<Uint8Array | null>;
}
