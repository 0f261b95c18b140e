/**
 * Errors of storage adapters, named by what the caller can do. An adapter's own error is the `cause`; from a thread only its
 * text arrives.
 */

/** The store can't be used now, e.g. the disk is full or a thread ended; the call had no effect. Call again later. */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable';
}

/** A disk of the store is full: nothing is written until a person frees space, while searches work. */
export class StorageFull extends StorageUnavailable {
  override readonly name = 'StorageFull';
}

/** The index of the store was replaced by one that this program can't use in this way; the call had no effect. */
export class IndexReplaced extends StorageUnavailable {
  override readonly name = 'IndexReplaced';
}

/** A call needed more memory than the thread may have that answers it. A new thread answers the others; ask for less. */
export class OutOfMemory extends StorageUnavailable {
  override readonly name = 'OutOfMemory';
}

/** Too many calls are queued; nothing was tried. Call again soon. */
export class StorageBusy extends Error {
  override readonly name = 'StorageBusy';
}

/** The stored data are damaged: a person has to restore them. */
export class StorageCorrupt extends Error {
  override readonly name = 'StorageCorrupt';
}

/** The store can't be opened with its present settings; the message names what to change. */
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
