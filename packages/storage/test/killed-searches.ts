// Takes steps of all sites at the same time, and fills saved searches meanwhile, until some more are acknowledged, then kills itself;
// prints the site of each one that is.
// Usage: killed-searches.ts DATA_DIR ACKNOWLEDGED STEPS… (the next step of each site)
import { flushCompileCache } from 'node:module';
import { openSqliteStorage } from '../src/sqlite/storage.ts';
import { SEARCHED_SITES, takeSearchedStep } from './searched-steps.ts';

const [dataDir = '', acknowledged = '', ...next] = process.argv.slice(2);
const { domains } = await openSqliteStorage({ dataDir, readers: 1, logBytes: 200_000 });
// This process has no other end.
flushCompileCache();
let left = Number(acknowledged);

async function takeAll(domain: string, first: number): Promise<void> {
  for (let step = first; ; step++) {
    await takeSearchedStep(domains, domain, step);
    process.stdout.write(`${domain}\n`);
    left -= 1;
    // The next ones are on their way, or are being written.
    if (left === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * 4);
  }
}
await Promise.all([
  domains.searches.fill(),
  ...SEARCHED_SITES.map((domain, number) => takeAll(domain, Number(next[number]))),
]);
