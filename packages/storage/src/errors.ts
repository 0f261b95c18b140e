/**
 * What a storage adapter can fail with. Named by what the caller can do; an adapter's own error is the `cause`, where
 * it crosses threads as text.
 */

/** The store can't be used now, e.g. the disk is full or a thread ended; what was asked did not happen. Ask again later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** More is waiting than the store takes on; nothing was tried. Ask again soon. */
export class StorageBusy extends Error {
  override readonly name = 'StorageBusy';
}

/** The stored data are damaged: a person has to restore them. */
export class StorageCorrupt extends Error {
  override readonly name = 'StorageCorrupt';
}

/** The store can't be opened as it is set up; the message says what to change. */
export class StorageMisconfigured extends Error {
  override readonly name = 'StorageMisconfigured';
}

/** The caller's signal fired before the search ended. */
export class SearchAborted extends Error {
  override readonly name = 'SearchAborted';
}

/** A key with this hash exists. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
}

/** The crawl does not exist, or takes no more sites because it was sealed. */
export class CrawlClosed extends Error {
  override readonly name = 'CrawlClosed';
}

/** `after` is not the `next` of a listing. */
export class InvalidPosition extends Error {
  override readonly name = 'InvalidPosition';
}
