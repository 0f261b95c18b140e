import {
  CrawlClosed,
  DuplicateKey,
  InvalidPosition,
  StorageCorrupt,
  StorageMisconfigured,
  StorageUnavailable,
} from '../errors.ts';

const DISK_FULL =
  'the disk that holds the data folder is full: free some space, or move SITEGREP_DATA_DIR to a larger disk';

/** Primary result codes, https://sqlite.org/rescode.html. */
const SQLITE = {
  busy: 5,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
};

/** What an error of the file system means; null if nothing that is known. */
function diskError(error: Error): Error | null {
  const code = 'code' in error ? error.code : null;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageUnavailable(DISK_FULL, { cause: error });
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return new StorageUnavailable(
      `the index in the data folder can't be opened for writing (${error.message}): check its permissions`,
      { cause: error },
    );
  }
  if (code === 'EIO' || code === 'EMFILE' || code === 'ENFILE') {
    return new StorageUnavailable(`the disk that holds the data folder failed: ${error.message}`, {
      cause: error,
    });
  }
  return null;
}

/** True for an error that says something about one call; any other is about the store and whatever it was doing. */
export function concernsOneCall(error: unknown): boolean {
  return error instanceof DuplicateKey || error instanceof CrawlClosed || error instanceof InvalidPosition;
}

/** The storage error that an error of SQLite means to a caller; any other error as it is. */
export function storageError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error.name === 'SegmentsCorrupt') {
    return new StorageCorrupt(
      `${error.message}: rebuild the index from the stored sources with "sitegrep index rebuild"`,
      {
        cause: error,
      },
    );
  }
  if (error.name === 'SegmentsUnsupported') return new StorageMisconfigured(error.message, { cause: error });
  if (!('errcode' in error) || typeof error.errcode !== 'number') return diskError(error) ?? error;
  // The low byte is the primary code; what is above tells more of it.
  switch (error.errcode & 0xff) {
    case SQLITE.full:
      return new StorageUnavailable(DISK_FULL, { cause: error });
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return new StorageCorrupt(
        `a database in the data folder is damaged (${error.message}): restore it from a backup, or remove it and crawl again`,
        { cause: error },
      );
    case SQLITE.readOnly:
    case SQLITE.cantOpen:
      return new StorageUnavailable(
        `a database in the data folder can't be opened for writing (${error.message}): check that SITEGREP_DATA_DIR is there and its permissions`,
        { cause: error },
      );
    case SQLITE.busy:
    case SQLITE.noMemory:
    case SQLITE.ioError:
      return new StorageUnavailable(`the database failed: ${error.message}`, { cause: error });
    default:
      return error;
  }
}
