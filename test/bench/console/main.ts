// How fast the console is, in a real Chromium over a real server with captures and many variants of them. Prints and stores the
// figures.
//
//   npm run bench:console -- [--copies 16] [--data DIR] [--lighthouse] [--out FILE.json] FILE.warc.gz…
//
// `--data` names a folder that is kept, and not filled again. `--lighthouse` also runs Lighthouse, which npx installs.
import { existsSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../support/chromium.ts';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import { runRecord } from '../run-record.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fillFolder } from './corpus.ts';
import { runLighthouse } from './lighthouse.ts';
import { measureScripts, measureStart } from './start.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSources } from './sources.ts';
import { measureTyping } from './typing.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    copies: { type: 'string', default: '16' },
    data: { type: 'string' },
    lighthouse: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
if (files.length === 0) throw new Error('name at least one WARC file');

await import('../../../apps/console/build.ts');
const dataDir = values.data ?? join(temporaryFolder('console'), 'data');
if (!existsSync(dataDir)) await fillFolder(dataDir, files, Number(values.copies));
const server = await startServer(dataDir, { SITEGREP_MAX_LOOP_DELAY: '1m', SITEGREP_LOG_LEVEL: 'warn' });
const browser = await launchChromium();
try {
  const bench = { browser, server };
  const loadBefore = loadavg();
  const record = {
    ...(await runRecord(files)),
    browser: browser.version(),
    domains: await domainsOf(server),
    start: await measureStart(bench),
    scripts: await measureScripts(bench),
    typing: await measureTyping(bench),
    scrolling: await measureScrolling(bench),
    sources: await measureSources(bench),
    ...(values.lighthouse ? { lighthouse: await runLighthouse(bench) } : {}),
    // Processes that wanted a core, over the last minute: before, and at the end.
    load: [loadBefore[0], loadavg()[0]],
  };
  console.log(JSON.stringify(record, null, 2));
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(record, null, 2)}\n`);
} finally {
  await browser.close();
  await server.stop();
}

async function domainsOf({ ask }: RunningServer): Promise<number> {
  const answer = await ask('/search?count_only=true');
  const { data } = (await answer.json()) as { readonly data: { readonly total_count: number } };
  return data.total_count;
}
