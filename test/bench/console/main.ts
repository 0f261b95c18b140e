// How fast the console is, in a real Chromium over a real server with captures and many variants of them. Prints and stores the
// figures.
//
//   npm run bench:console -- [--copies 16] [--data DIR] [--lighthouse] [--out FILE.json] FILE.warc.gz…
//
// `--data` names a folder that is kept, and not filled again. `--lighthouse` also runs Lighthouse, which npx installs.
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../../support/chromium.ts';
import { type RunningServer, startServer } from '../../support/server-process.ts';
import { flag, integer, readOptions, text } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { fillFolder } from './corpus.ts';
import { runLighthouse } from './lighthouse.ts';
import { measureScrolling } from './scrolling.ts';
import { measureSources } from './sources.ts';
import { measureScripts, measureStart } from './start.ts';
import { measureTyping } from './typing.ts';

const options = readOptions({ copies: integer(16), data: text(null), lighthouse: flag });

await import('../../../apps/console/build.ts');
const dataDir = options.data ?? join(temporaryFolder('console'), 'data');
if (!existsSync(dataDir)) await fillFolder(dataDir, options.files, options.copies);
const server = await startServer(dataDir, { SITEGREP_MAX_LOOP_DELAY: '1m', SITEGREP_LOG_LEVEL: 'warn' });
const browser = await launchChromium();
try {
  const bench = { browser, server };
  const loadBefore = loadavg();
  await printRecord(options, {
    browser: browser.version(),
    domains: await domainsOf(server),
    start: await measureStart(bench),
    scripts: await measureScripts(bench),
    typing: await measureTyping(bench),
    scrolling: await measureScrolling(bench),
    sources: await measureSources(bench),
    ...(options.lighthouse ? { lighthouse: await runLighthouse(bench) } : {}),
    // Processes that wanted a core, over the last minute: before, and at the end.
    load: [loadBefore[0], loadavg()[0]],
  });
} finally {
  await browser.close();
  await server.stop();
}

async function domainsOf({ ask }: RunningServer): Promise<number> {
  const answer = await ask('/search?count_only=true');
  const { data } = (await answer.json()) as { readonly data: { readonly total_count: number } };
  return data.total_count;
}
