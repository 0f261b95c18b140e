import type { Config } from '@sitegrep/config';
import { Command } from 'commander';
import type { Check } from '../doctor/check.ts';
import { checkBrowser } from '../doctor/browser.ts';
import { checkCertificates } from '../doctor/certificates.ts';
import { checkDataFolder } from '../doctor/data-folder.ts';
import { checkFacts } from '../doctor/facts.ts';
import { checkNames, checkPorts } from '../doctor/network.ts';
import { checkClock, checkProcess } from '../doctor/process.ts';
import { checkProviders } from '../doctor/providers.ts';
import { checkElasticsearch, checkRedis } from '../doctor/services.ts';
import { checkSettings } from '../doctor/settings.ts';
import { EXIT } from '../failure.ts';
import { jsonLine } from '@sitegrep/contract';
import { counted, paint, printable } from '../terminal.ts';
import { hanging } from '../wrapped.ts';

interface Options {
  readonly providers: boolean;
  readonly json: boolean;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .option('--providers', 'also send a request to each configured provider; it counts like any other', false)
    .option('--json', 'print all checks as one JSON object', false)
    .addHelpText(
      'after',
      '\nThe command changes nothing. Other processes may use the same data folder and services meanwhile.',
    )
    .action(async (options: Options) => {
      const checks = await examine(options.providers);
      process.stdout.write(options.json ? jsonLine({ ok: isWell(checks), checks }) : report(checks));
      process.exitCode = isWell(checks) ? EXIT.done : EXIT.negative;
    });
}

const isWell = (checks: readonly Check[]): boolean => checks.every(({ status }) => status !== 'fail');

async function examine(askProviders: boolean): Promise<readonly Check[]> {
  const { config, checks } = checkSettings(process.env);
  const own = [...checks, ...checkProcess(config), ...(await checkClock())];
  if (config === null) return own;
  const folder = hasFolder(config) ? checkDataFolder(config) : [];
  const rest = await Promise.all([
    checkElasticsearch(config),
    checkRedis(config),
    checkPorts(config),
    checkNames(config),
    checkBrowser(config),
    checkProviders(config, askProviders),
  ]);
  const all = [...own, ...folder, ...checkCertificates(config), ...rest.flat()];
  // A storage that can't be opened has its finding already.
  return isWell(all) ? [...all, ...(await checkFacts(config))] : all;
}

const hasFolder = ({ storage, queue }: Config): boolean => storage === 'sqlite' || queue === 'sqlite';

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

function report(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ area }) => area.length));
  const lines = checks.flatMap(({ area, status, finding, remedy }) => [
    hanging(`${paint(STYLES[status], status.padEnd(4))}  ${area.padEnd(width)}  `, printable(finding)),
    ...(remedy === null ? [] : [hanging(`${' '.repeat(width + 8)}→ `, printable(remedy))]),
  ]);
  const [failed, warned] = (['fail', 'warn'] as const).map(
    (status) => checks.filter((check) => check.status === status).length,
  );
  const summary =
    failed === 0 && warned === 0
      ? paint('green', 'everything is fine')
      : `${counted(failed ?? 0, 'failure')}, ${counted(warned ?? 0, 'warning')}`;
  return `${lines.join('\n')}\n\n${summary}\n`;
}
