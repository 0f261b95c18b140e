// The parts of a request: its URL, and the list that is its body.
import type { FetchRequest } from './fetched.ts';
import { type OperationId, OPERATIONS, type Operations } from './operations.ts';

/** The parameters in a path, such as `{id}`, by their names. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

type PathOf<Path extends string> = Path extends `${string}{${string}`
  ? { readonly path: { readonly [Parameter in ParameterOf<Path>]: string } }
  : {};

/** Input of each operation. */
export type Inputs = {
  readonly [Id in OperationId]: PathOf<(typeof OPERATIONS)[Id]['path']> &
    Omit<Operations[Id], 'data' | 'list'>;
};

/** Parts of a request that are in its URL. */
export interface Addressed {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
}

/** Makes the URL of an operation. @throws TypeError if a part of the path is empty or consists of dots */
export function addressOf(baseUrl: URL, id: OperationId, { path = {}, query }: Addressed): URL {
  const relative = OPERATIONS[id].path.slice(1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    // A part of dots alone would be resolved to another path.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${id}: ${name} is ${JSON.stringify(value)}; give one that exists`);
    }
    return encodeURIComponent(value);
  });
  const url = new URL(relative, baseUrl);
  for (const [name, value] of valuesOf(query)) url.searchParams.set(name, value);
  return url;
}

/** Lists the fields of a record that have a value, as text. */
export function valuesOf(record: object = {}): readonly (readonly [name: string, value: string])[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

type Chunk = string | Uint8Array;

/** Content of a list: complete, or as a stream. */
export type ListSource = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Chunk>;

/**
 * A list to upload. A complete list, or a function that returns one, can be sent again if the first try fails; a stream can
 * be read only once.
 */
export type UploadList = ListSource | (() => ListSource);

/** Whether a list can be sent more than once. */
export function isRepeatable(list: UploadList): boolean {
  return (
    typeof list === 'function' ||
    typeof list === 'string' ||
    list instanceof Uint8Array ||
    list instanceof Blob
  );
}

/** Makes the body of one try. Streams need `duplex` of fetch, which browsers support over HTTP/2 only. */
export function bodyOf(list: UploadList): {
  readonly body: NonNullable<FetchRequest['body']>;
  readonly duplex?: 'half';
} {
  const source = typeof list === 'function' ? list() : list;
  if (typeof source === 'string' || source instanceof Blob) return { body: source };
  // The type can't tell that the memory is not shared.
  if (source instanceof Uint8Array) return { body: source as Uint8Array<ArrayBuffer> };
  return { body: source instanceof ReadableStream ? source : streamOf(source), duplex: 'half' };
}

/** Does what `ReadableStream.from` does, which not all browsers have; text becomes UTF-8. */
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
