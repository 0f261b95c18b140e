// What the client gives to `fetch`, and reads of its answer; whatever serves these can stand in for it.

/** Options of a request: of those of `fetch`, in fewer forms. */
export interface FetchRequest extends RequestInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;
}

/** The part of an answer that the client reads. */
export interface FetchedAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly type: string;
  readonly headers: FetchedHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Headers of an answer, by their names in small letters. */
export interface FetchedHeaders {
  get(name: string): string | null;
}

export type Fetch = (url: string, request: FetchRequest) => Promise<FetchedAnswer>;
