// Sends files of pages to a server, one after the other: the next one is read while the last pages of the one before are stored.
import { type PagesLine, type SitegrepClient, SitegrepError } from '@sitegrep/client';
import { type CaptureFiles, faultOf, nameOf } from './captured-files.ts';
import { counted, printable } from './terminal.ts';

/** Tries without a further outcome that a file gets on a server elsewhere; with the waits between them, they take some minutes. */
export const RETRIES = 20;

export interface SendingOptions {
  readonly open: CaptureFiles['open'];
  readonly client: SitegrepClient;
  /** Tries without a further outcome that a file gets. */
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
  readonly onLine: (file: string, line: PagesLine) => void;
  /** Called with a sentence about a file that could not be read, or not to its end. */
  readonly onFault: (fault: string) => void;
}

/** Sends files in their order. @throws errors of the server, and those of sending */
export async function sendFiles(files: readonly string[], options: SendingOptions): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let earlier: Promise<void> = before;
  for (const file of files) {
    // The server works on two at a time.
    await earlier;
    if (options.signal.aborted) break;
    const { sent, ended } = sendFile(file, before, options);
    // The failure of one that ends later is seen when it is waited for.
    ended.catch(() => {});
    earlier = before;
    before = ended;
    await Promise.race([sent, ended]);
  }
  await Promise.all([earlier, before]);
}

interface Sending {
  /** Resolves when all of the file was read. */
  readonly sent: Promise<void>;
  readonly ended: Promise<void>;
}

function sendFile(file: string, before: Promise<void>, options: SendingOptions): Sending {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  return { sent, ended: sendWhole(file, before, options, resolve) };
}

async function sendWhole(
  file: string,
  before: Promise<void>,
  options: SendingOptions,
  onSent: () => void,
): Promise<void> {
  // Standard input can't be read again.
  if (file === '-') await before;
  for (let isRepeated = file === '-'; ; isRepeated = true) {
    try {
      await sendOnce(file, options, onSent);
      return;
    } catch (error) {
      if (!(error instanceof SitegrepError)) throw error;
      if (error.code === 'bad_request') {
        options.onFault(printable(`${nameOf(file)}: ${error.details.replace(/^The body /, '')}`));
        return;
      }
      if (error.code !== 'unavailable' || error.status === null || isRepeated) throw error;
      // Somebody else sends pages, too: the place of the file before is free soon.
      await before;
    }
  }
}

/** Sends a file. Where it breaks off, what came of it is sent all the same, so that its pages are stored. */
async function sendOnce(file: string, options: SendingOptions, onSent: () => void): Promise<void> {
  const { client, open, retries, signal, onBytes, onLine, onFault } = options;
  /** Bytes that were read, of which some may be read again. */
  let reached = 0;
  /** Why not all of the file can be read. */
  const faults: unknown[] = [];
  async function* reading(offset: number): AsyncGenerator<Uint8Array> {
    let position = offset;
    try {
      for await (const chunk of await open(file, offset)) {
        yield chunk;
        position += chunk.length;
        onBytes(Math.max(0, position - reached));
        reached = Math.max(reached, position);
      }
    } catch (error) {
      signal.throwIfAborted();
      faults.push(error);
    }
    onSent();
  }
  let stored = 0;
  const sent = { bytes: file === '-' ? reading(0) : reading };
  try {
    for await (const line of client.admin.pages.send(sent, { signal, retries })) {
      onLine(file, line);
      if (line.type === 'page' && (line.outcome === 'stored' || line.outcome === 'unchanged')) stored++;
      if (line.type === 'summary' && line.error !== null && faults.length === 0)
        onFault(printable(`${nameOf(file)}: ${line.error}.`));
    }
  } catch (error) {
    // Why nothing could be made of a file that broke off need not be told.
    if (faults.length === 0) throw error;
  }
  for (const fault of faults) onFault(`${faultOf(file, fault)}${goOn(stored)}`);
}

/** Sentence about a file that broke off, to follow why. */
function goOn(stored: number): string {
  if (stored === 0) return '';
  const pages = counted(stored, 'page of it is stored', 'pages of it are stored');
  return ` ${pages}: run the same import again to go on with the rest.`;
}
