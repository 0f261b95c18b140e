/** WARC files can't be written where they should be; the message says what to do. */
export class WarcUnwritable extends Error {
  override readonly name = 'WarcUnwritable';

  constructor(folder: string, cause: unknown) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `WARC files can't be written to ${folder} (${why}): check its permissions and the room on its disk, ` +
        'or name another folder by --warc or SITEGREP_WARC_DIR',
      { cause },
    );
  }
}
