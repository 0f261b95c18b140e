type Chunk = string | Uint8Array;

/** Where a list comes from: a whole one, or one that streams. */
export type ListSource = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Chunk>;

/**
 * A list to upload. Given as a function, or as a whole, it can be sent again if the first try fails; a stream can be read
 * only once.
 */
export type UploadList = ListSource | (() => ListSource);

/** Whether there is more than one try in it. */
export function isRepeatable(list: UploadList): boolean {
  return (
    typeof list === 'function' ||
    typeof list === 'string' ||
    list instanceof Uint8Array ||
    list instanceof Blob
  );
}

/** The body of a try. Streams need `duplex` of fetch, which browsers have over HTTP/2 only. */
export function bodyOf(list: UploadList): {
  readonly body: NonNullable<RequestInit['body']>;
  readonly duplex?: 'half';
} {
  const source = typeof list === 'function' ? list() : list;
  if (typeof source === 'string' || source instanceof Blob) return { body: source };
  // A view of memory that is not shared, as far as types can tell.
  if (source instanceof Uint8Array) return { body: source as Uint8Array<ArrayBuffer> };
  return { body: source instanceof ReadableStream ? source : streamOf(source), duplex: 'half' };
}

/** As `ReadableStream.from`, which not all browsers have, with text as UTF-8. */
function streamOf(chunks: AsyncIterable<Chunk>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
