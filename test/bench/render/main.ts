// Measures rendered pages a second, and the memory of the browser and of the process that drives it, beside plain Crawlee with
// the same Chromium: its PlaywrightCrawler as it comes, which waits for a page's `load`, or until no request was open for half a
// second, and takes its document. Each run is a process of its own, and renders the same script-written sites of loopback; the
// systems take turns in rounds.
//
//   npm run bench:render -- [--pages 60] [--rounds 3] [--out FILE.json]
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { findChromium } from '@sitegrep/renderer';
import {
  closeServer,
  listenAt,
  memoryOf,
  needChromium,
  processesWith,
  WEB,
} from '../../../apps/renderer/test/opened-renderer.ts';
import { PLAIN_SITES } from '../../../apps/renderer/test/script-sites/plain.ts';
import { HTML, type ScriptSite } from '../../../apps/renderer/test/script-sites/site.ts';
import { startChild } from '../harness/child.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import type { RunTask, SystemName } from './child.ts';

const options = readOptions({ pages: integer(60), rounds: integer(3) }, 'no files');
const { pages, rounds } = options;

const SYSTEM_NAMES: readonly SystemName[] = ['sitegrep', 'crawlee-load', 'crawlee-idle'];

/** Variable of the environment by which the processes of a run are known. */
const MARK = 'RENDER_BENCH';
/** Interval at which memory is measured, in milliseconds. */
const LOOK_EVERY_MS = 250;

interface Run {
  readonly system: SystemName;
  /** Pages that gave a document: one that goes elsewhere by script may give none. */
  readonly documents: number;
  readonly seconds: number;
  /** Memory that the browser's processes hold for themselves, at most. */
  readonly browserMiB: number;
  /** Memory of the process that drives the browser, at most. */
  readonly processMiB: number;
  readonly load: number;
}

await using closers = new AsyncDisposableStack();
await needChromium();
const { version, path } = await findChromium(null);
const sites = await Promise.all(PLAIN_SITES.map(serve));
const urls = Array.from({ length: pages }, (_, at) => sites[at % sites.length] ?? '');

const runs: Run[] = [];
for (let round = 0; round < rounds; round++) {
  for (const system of SYSTEM_NAMES) runs.push(told(await runOf(system, round)));
}

const summary = Object.fromEntries(
  SYSTEM_NAMES.map((system) => {
    const own = runs.filter((run) => run.system === system);
    const sum = (figure: (run: Run) => number): number => own.reduce((all, run) => all + figure(run), 0);
    return [
      system,
      {
        pagesPerSecond: Number(((own.length * pages) / sum((run) => run.seconds)).toFixed(2)),
        documents: sum((run) => run.documents),
        browserMiB: Math.max(...own.map(({ browserMiB }) => browserMiB)),
        processMiB: Math.max(...own.map(({ processMiB }) => processMiB)),
      },
    ];
  }),
);
console.log(JSON.stringify(summary, null, 2));
await writeRecord(options, { browser: version, pages, summary, runs });

/** Serves a site at a port of its own. @returns its URL */
async function serve(site: ScriptSite): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const [type, text] = url === '/' ? [HTML, sourceOf(site)] : (site.files?.[url] ?? []);
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type }).end(text);
  });
  const port = await listenAt(server, WEB);
  closers.defer(() => closeServer(server));
  return `http://${WEB}:${port}/`;
}

function sourceOf({ head = '', body }: ScriptSite): string {
  return `<!DOCTYPE html><html lang="en"><head><title>Site</title>${head}</head><body>${body}</body></html>`;
}

async function runOf(system: SystemName, round: number): Promise<Run> {
  const mark = `${MARK}=${round}-${system}`;
  await using child = startChild(new URL('child.ts', import.meta.url), {
    env: { ...process.env, [MARK]: mark.slice(MARK.length + 1) },
  });
  const task: RunTask = { system, urls, chromium: path };
  child.process.send(task);
  let [browserBytes, processBytes] = [0, 0];
  const look = async (): Promise<void> => {
    const all = await processesWith(mark);
    const own = all.filter((pid) => pid === child.pid);
    processBytes = Math.max(processBytes, await memoryOf(own));
    browserBytes = Math.max(browserBytes, await memoryOf(all.filter((pid) => pid !== child.pid)));
  };
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  const result = (await child.told()) as Pick<Run, 'documents' | 'seconds'>;
  clearInterval(looking);
  await child.ended;
  const toMiB = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return {
    system,
    ...result,
    browserMiB: toMiB(browserBytes),
    processMiB: toMiB(processBytes),
    load: loadavg()[0] ?? 0,
  };
}

function told(run: Run): Run {
  const { system, documents, seconds, browserMiB, processMiB, load } = run;
  console.log(
    `${system}: ${documents} documents of ${pages} pages in ${seconds.toFixed(1)} s, ${(pages / seconds).toFixed(2)} pages/s, browser ${browserMiB} MiB, process ${processMiB} MiB, load ${load.toFixed(1)}`,
  );
  return run;
}
