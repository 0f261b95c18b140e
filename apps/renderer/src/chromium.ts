// Finds the browser: Chromium or Chrome of the system, or the Chromium that Playwright has downloaded.
import { execFile } from 'node:child_process';
import { access, constants, glob } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Chromium {
  readonly path: string;
  /** Its version as it states it, such as `Chromium 156.0.8078.108`. */
  readonly version: string;
}

/** There is no browser that pages can be rendered with. The message says where it was looked for, and what to do. */
export class BrowserMissing extends Error {
  override readonly name = 'BrowserMissing';
}

/** Oldest major version whose documents can be written out with their shadow roots. */
const MIN_MAJOR = 125;

/** Names of the program in the folders of PATH. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Paths beside those of PATH. */
const PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const REMEDY =
  'install Chromium ("apt install chromium", "dnf install chromium", "brew install --cask chromium" or "npx playwright install chromium"), or set SITEGREP_CHROMIUM to its path';

/** Time limit for a browser to state its version, in milliseconds. */
const VERSION_MS = 15_000;

const run = promisify(execFile);

/**
 * Finds the browser, and asks it for its version.
 *
 * @param chosen path of the only browser that may be used; null looks for one
 * @throws BrowserMissing
 */
export async function findChromium(chosen: string | null): Promise<Chromium> {
  if (chosen !== null) {
    const fault = await faultOf(chosen);
    if (typeof fault !== 'string') return fault;
    throw new BrowserMissing(`SITEGREP_CHROMIUM is ${chosen}, but ${fault}; ${REMEDY}`);
  }
  const faults: string[] = [];
  for (const path of await candidates()) {
    if (!(await exists(path))) continue;
    const found = await faultOf(path);
    if (typeof found !== 'string') return found;
    faults.push(`${path}: ${found}`);
  }
  const looked = `in PATH (${NAMES.join(', ')}), at ${PATHS.join(', ')}, and in ${downloads()}`;
  throw new BrowserMissing(
    faults.length === 0
      ? `no Chromium was found ${looked}; ${REMEDY}`
      : `no Chromium that can be used was found (${faults.join('; ')}); ${REMEDY}`,
  );
}

/** Folder into which Playwright downloads browsers. */
function downloads(): string {
  const chosen = process.env['PLAYWRIGHT_BROWSERS_PATH'];
  if (chosen !== undefined && chosen !== '' && chosen !== '0') return chosen;
  return process.platform === 'darwin'
    ? join(homedir(), 'Library', 'Caches', 'ms-playwright')
    : join(homedir(), '.cache', 'ms-playwright');
}

async function candidates(): Promise<ReadonlySet<string>> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const named = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const downloaded: string[] = [];
  const patterns = [
    'chromium-*/chrome-linux*/chrome',
    'chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium',
  ];
  for await (const path of glob(patterns, { cwd: downloads() })) downloaded.push(join(downloads(), path));
  return new Set([...named, ...PATHS, ...downloaded.toSorted().toReversed()]);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser, or why it can't be used. */
async function faultOf(path: string): Promise<Chromium | string> {
  if (!(await exists(path))) return 'there is no such file';
  try {
    await access(path, constants.X_OK);
  } catch {
    return 'it is not executable by this user';
  }
  try {
    const { stdout } = await run(path, ['--version'], { timeout: VERSION_MS, killSignal: 'SIGKILL' });
    const [version, major = ''] = /\b(?:[A-Za-z][A-Za-z ]* )?(\d+)(?:\.\d+){3}/.exec(stdout) ?? [];
    if (version === undefined) return `it states no version of Chromium (${stdout.trim().slice(0, 100)})`;
    if (Number(major) < MIN_MAJOR) return `${version} is too old: ${MIN_MAJOR} or newer is needed`;
    return { path, version };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return `it does not start (${message.split('\n', 1)[0]?.slice(0, 200) ?? ''})`;
  }
}
