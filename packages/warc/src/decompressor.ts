// A decompressor of node:zlib that gives its output for each part of its input, and keeps the output before damage: as a
// stream, it would lose that.
import type { InflateRaw, ZstdDecompress } from 'node:zlib';

export interface Decompressor {
  readonly stream: InflateRaw | ZstdDecompress;
  failure: Error | null;
  /** Whether the stream has processed the bytes that it got last. */
  idle: boolean;
  /** Called whenever the stream has output, fails or becomes idle. */
  notify: () => void;
}

export function startDecompressor(stream: InflateRaw | ZstdDecompress): Decompressor {
  const decompressor: Decompressor = { stream, failure: null, idle: true, notify: () => {} };
  stream.on('readable', () => decompressor.notify());
  stream.on('error', (error) => {
    decompressor.failure = error;
    decompressor.notify();
  });
  return decompressor;
}

/** Output for these bytes; an empty buffer stands for the end of the input. */
export async function* decompress(decompressor: Decompressor, bytes: Buffer): AsyncGenerator<Buffer> {
  const settled = (error?: Error | null): void => {
    decompressor.failure ??= error ?? null;
    decompressor.idle = true;
    decompressor.notify();
  };
  decompressor.idle = false;
  if (bytes.length > 0) decompressor.stream.write(bytes, settled);
  else decompressor.stream.end(settled);
  for (;;) {
    const chunk: unknown = decompressor.stream.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (decompressor.failure !== null || decompressor.idle) return;
    else {
      await new Promise<void>((resolve) => {
        decompressor.notify = resolve;
      });
    }
  }
}
