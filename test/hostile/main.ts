// node test/hostile/main.ts: crawls all bad sites among good ones, and prints the outcome of each. Fails if an outcome is not
// the expected one. A second crawl goes through a proxy.
import { runProxiedCrawl } from './proxied.ts';
import { fault, runHostileCrawl, trapFaults } from './run.ts';

const run = await runHostileCrawl();
try {
  for (const ending of run.endings) {
    const { site, result, stored } = ending;
    const wrong = fault(ending);
    if (wrong === null && site.domain.startsWith('good-')) continue;
    const ms = result === null ? 0 : result.finishedAt - result.startedAt;
    const columns = [
      wrong === null ? 'ok   ' : 'WRONG',
      site.domain.padEnd(28),
      (result?.outcome ?? 'none').padEnd(17),
      String(stored).padStart(2),
      `${(ms / 1_000).toFixed(1)} s`.padStart(7),
      `${((result?.bytes ?? 0) / 1_024).toFixed(0)} KiB`.padStart(9),
      wrong ?? result?.reason ?? '',
    ];
    process.stdout.write(`${columns.join('  ').trimEnd()}\n`);
  }
  const faults = [
    ...run.endings.map(fault).filter((wrong) => wrong !== null),
    ...trapFaults(run),
    ...(run.forbiddenConnections === 0
      ? []
      : [`${run.forbiddenConnections} connections to an address out of bounds`]),
  ];
  for (const wrong of trapFaults(run)) process.stdout.write(`WRONG  ${wrong}\n`);
  const good = run.endings.filter(({ site }) => site.domain.startsWith('good-'));
  const indexed = good.filter((ending) => fault(ending) === null).length;
  process.stdout.write(
    `${indexed} of ${good.length} good sites indexed, ${run.endings.length - good.length} bad ones, ${faults.length} faults; ` +
      `${run.seconds.toFixed(1)} s, peak of resident memory ${run.peakMiB.toFixed(0)} MiB, ` +
      `${run.forbiddenConnections} connections out of bounds\n`,
  );
  process.exitCode = faults.length === 0 && run.code === 0 ? 0 : 1;
} finally {
  await run.close();
}

const proxied = await runProxiedCrawl();
for (const wrong of proxied.faults) process.stdout.write(`WRONG  ${wrong}\n`);
process.stdout.write(`${proxied.hosts} hosts through a proxy, ${proxied.faults.length} faults\n`);
if (proxied.faults.length > 0) process.exitCode = 1;
