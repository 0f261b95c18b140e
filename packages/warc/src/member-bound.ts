import { NotWarcError } from './errors.ts';

/** Bytes that a member has at least in the mean: a record or a line has more. Each member costs as much time as some kilobytes. */
const MIN_BYTES = 16;
/** Members without content that may follow each other: tools write one or a few of them at the end of an input. */
const MAX_EMPTY = 1_000;

/** Bounds the members of a gzip, or frames of zstd, which could cost time without end and give no bytes. */
export class MemberBound {
  readonly #unit: string;
  /** Bytes that are missing to the least content of the members so far. */
  #missing = 0;

  /** @param unit name of what is bounded, in the plural */
  constructor(unit: 'gzip members' | 'zstd frames') {
    this.#unit = unit;
  }

  /** A member begins. @throws NotWarcError if there were too many with next to no content */
  begin(offset: number): void {
    this.#missing += MIN_BYTES;
    if (this.#missing <= MAX_EMPTY * MIN_BYTES) return;
    throw new NotWarcError(
      `can't be read from byte ${offset} on: more than ${MAX_EMPTY} ${this.#unit} before it have next to no content`,
    );
  }

  /** A member had so many bytes of content, intact or not. */
  add(bytes: number): void {
    this.#missing = Math.max(0, this.#missing - bytes);
  }
}
