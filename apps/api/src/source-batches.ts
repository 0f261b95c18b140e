/** Maximum size of the bodies' sources that are read together, in bytes of UTF-8. */
const BYTES_AT_A_TIME = 8 << 20;

/** Pages whose sources are read together. @param bytesOf size of the source of a page, in bytes */
export function* sourceBatches<Page>(
  pages: readonly Page[],
  bytesOf: (page: Page) => number,
): Generator<readonly Page[]> {
  let batch: Page[] = [];
  let bytes = 0;
  for (const page of pages) {
    const size = bytesOf(page);
    if (batch.length > 0 && bytes + size > BYTES_AT_A_TIME) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(page);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
