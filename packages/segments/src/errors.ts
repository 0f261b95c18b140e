/** Errors of an index's files, besides those of the disk itself (`code` is ENOSPC, EIO, …). */

/** A file is not what was written: answers from it would be wrong. The index has to be rebuilt. */
export class SegmentsCorrupt extends Error {
  override readonly name = 'SegmentsCorrupt';
  readonly file: string;
  /** Part of the file that is damaged, e.g. `the manifest's checksum`. */
  readonly section: string;

  /** @param problem completes the sentence "`file` is damaged: `section` …", e.g. `does not match its checksum` */
  constructor(file: string, section: string, problem: string) {
    super(`${file} is damaged: ${section} ${problem}`);
    this.file = file;
    this.section = section;
  }
}

/** A merge was not begun, as the disk has no space for its output. Nothing is lost, and everything else continues. */
export class SegmentsNoSpace extends Error {
  override readonly name = 'SegmentsNoSpace';

  /** @param needed, free in bytes */
  constructor(folder: string, segments: number, needed: number, free: number) {
    const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
    super(
      `merging ${segments} segments in ${folder} needs ${mebibytes(needed)} of free space on its disk, which has ${mebibytes(free)}`,
    );
  }
}

/** A file is intact, but in a version of its format that this program does not read. */
export class SegmentsUnsupported extends Error {
  override readonly name = 'SegmentsUnsupported';

  /** @param found version of the file; `expected` is the only one that this program reads */
  constructor(file: string, found: number, expected: number) {
    const remedy =
      found > expected
        ? 'upgrade sitegrep, or rebuild the index with `sitegrep index rebuild`'
        : 'rebuild the index with `sitegrep index rebuild`';
    super(`${file} has format version ${found}, but this program reads version ${expected}: ${remedy}`);
  }
}
