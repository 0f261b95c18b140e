/** What the files of an index can fail with, besides the errors of the disk itself (`code` is ENOSPC, EIO, …). */

/** A file is not what was written: answers from it would be wrong. The index has to be rebuilt. */
export class SegmentsCorrupt extends Error {
  override readonly name = 'SegmentsCorrupt';
  readonly file: string;
  /** The part of the file that is damaged, e.g. `the manifest's checksum`. */
  readonly section: string;

  /** @param problem completes the sentence "`file` is damaged: `section` …", e.g. `does not match its checksum` */
  constructor(file: string, section: string, problem: string) {
    super(`${file} is damaged: ${section} ${problem}`);
    this.file = file;
    this.section = section;
  }
}

/** A merge was not begun, as the disk has no room for what it would write. Nothing is lost, and all else goes on. */
export class SegmentsNoRoom extends Error {
  override readonly name = 'SegmentsNoRoom';

  /** @param needed, free in bytes */
  constructor(folder: string, segments: number, needed: number, free: number) {
    const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;
    super(
      `merging ${segments} segments in ${folder} needs ${mebibytes(needed)} of free space on its disk, which has ${mebibytes(free)}`,
    );
  }
}

/** A file is whole, but of a format version that this program does not read. */
export class SegmentsUnsupported extends Error {
  override readonly name = 'SegmentsUnsupported';

  /** @param version of the file; `oldest` and `newest` bound the versions that this program reads */
  constructor(file: string, version: number, newest: number, oldest: number = newest) {
    const reads = oldest === newest ? `version ${newest}` : `versions ${oldest} to ${newest}`;
    const remedy =
      version > newest ? 'upgrade sitegrep' : 'rebuild the index, or use the sitegrep that wrote it';
    super(`${file} has format version ${version}, this program reads ${reads}: ${remedy}`);
  }
}
