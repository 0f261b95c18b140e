// The captures again and again, each time of other hosts, posted as lines of JSON to a running server whose memory is measured
// meanwhile: it must not grow with the number of pages.
import { SitegrepClient } from '@sitegrep/client';
import type { Page } from '@sitegrep/site';
import { readWarc } from '@sitegrep/warc';
import { startServer } from '../../support/server-process.ts';
import { readMemory } from '../resident.ts';
import { figuresOf, type StepFigures } from './steps.ts';

export interface CopiesFigures extends StepFigures {
  /** Memory of the server when so many pages were stored, and its peak until then. */
  readonly memory: readonly {
    readonly pages: number;
    readonly residentMiB: number;
    readonly peakMiB: number;
  }[];
}

/** Number of stored pages after which memory is measured. */
const MEASURE_EVERY = 2_000;

export async function postCopies(
  files: readonly string[],
  copies: number,
  dataDir: string,
): Promise<CopiesFigures> {
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
  try {
    const client = new SitegrepClient({ baseUrl: server.url, key: server.key });
    const memory: CopiesFigures['memory'][number][] = [];
    let [pages, bytes] = [0, 0];
    const startedAt = performance.now();
    for await (const line of client.admin.pages.send({ bytes: linesOf(files, copies) })) {
      if (line.type === 'summary') bytes = line.source_bytes;
      if (line.type !== 'page' || line.outcome !== 'stored') continue;
      pages += 1;
      if (pages % MEASURE_EVERY === 0) memory.push({ pages, ...readMemory(server.pid) });
    }
    return { ...figuresOf(pages, bytes, startedAt), memory };
  } finally {
    await server.stop();
  }
}

async function* linesOf(files: readonly string[], copies: number): AsyncGenerator<Uint8Array> {
  for (let copy = 0; copy < copies; copy++) {
    for (const file of files) for await (const page of readWarc(file)) yield lineOf(page, copy);
  }
}

function lineOf({ url, body, headers, fetchedAt, status }: Page, copy: number): Uint8Array {
  const at = new URL(url);
  at.hostname = at.hostname.replace(/^(.*?)(?=\.[^.]+$)/, `$1-v${copy}`);
  const fields: Record<string, string[]> = {};
  for (const [name, value] of headers) (fields[name] ??= []).push(value);
  const line = {
    url: at.href,
    status,
    headers: fields,
    fetched_at: new Date(fetchedAt).toISOString(),
    body_base64: Buffer.from(body).toString('base64'),
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}
