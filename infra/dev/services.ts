// Servers for integration tests, for machines without Docker: node infra/dev/services.ts start|stop|status.
// elasticsearch.ts and redis.ts define the servers, lifecycle.ts manages them.
import { parseArgs } from 'node:util';
import { elasticsearch, measuredElasticsearch } from './elasticsearch.ts';
import { ensureRunning, standing, stop } from './lifecycle.ts';
import type { Standing } from './lifecycle.ts';
import { redis } from './redis.ts';
import type { Service } from './service.ts';

const USAGE = `Usage: node infra/dev/services.ts start [--measured] [--elasticsearch-port N] [--redis-port N] | stop | status
  --json      one JSON object a line instead of text
  --measured  an Elasticsearch for benchmarks: as in production, not as it starts fastest`;

const SERVICES = [redis, elasticsearch, measuredElasticsearch];
const { values, positionals } = readArguments();

// An orderly exit, so that a service that is being started ends, too.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

try {
  await main();
} catch (error) {
  for (let cause = error; cause instanceof Error; cause = cause.cause) console.error(cause.message);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'elasticsearch-port': { type: 'string' },
        'redis-port': { type: 'string' },
        json: { type: 'boolean', default: false },
        measured: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const [command, ...others] = positionals;
  if (values.help) {
    console.log(USAGE);
  } else if (command === 'start' && others.length === 0) {
    const wanted = [
      { service: redis, port: port('redis-port') },
      {
        service: values.measured ? measuredElasticsearch : elasticsearch,
        port: port('elasticsearch-port'),
      },
    ];
    for (const { service, port } of wanted) print(service, await ensureRunning(service, port));
  } else if (command === 'stop' && others.length === 0) {
    for (const service of SERVICES) printStopped(service, await stop(service));
  } else if (command === 'status' && others.length === 0) {
    for (const service of SERVICES) {
      const now = await standing(service);
      // Benchmarks alone need the other Elasticsearch.
      if (service === measuredElasticsearch && now.state === 'stopped') continue;
      print(service, now);
      if (now.state !== 'running') process.exitCode = 3;
    }
  } else {
    throw new Error(USAGE);
  }
}

/** Text for a shell: lines that set the variable; everything else is a comment. */
function print(service: Service, now: Standing): void {
  const { name, variable } = service;
  if (values.json) {
    console.log(JSON.stringify({ service: name, variable, ...now }));
  } else if (now.state === 'running') {
    const whose = now.pid === null ? 'named by the environment' : `process ${now.pid}`;
    console.log(`export ${variable}='${now.endpoint}' # ${name} ${now.version}, ${whose}`);
  } else {
    console.log(
      `# ${name} ${now.state}${now.state === 'ailing' ? ` at ${now.endpoint}: ${now.reason}` : ''}`,
    );
  }
}

function printStopped(service: Service, pid: number | null): void {
  if (values.json) {
    console.log(JSON.stringify({ service: service.name, state: 'stopped', pid }));
  } else {
    console.log(
      pid === null
        ? `# ${service.name}: none that was started here runs`
        : `# ${service.name} stopped, process ${pid}`,
    );
  }
}

function port(option: 'elasticsearch-port' | 'redis-port'): number | null {
  const text = values[option];
  if (text === undefined) return null;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new Error(`--${option} must be a number from 1 to 65535, not "${text}".`);
  }
  return port;
}
