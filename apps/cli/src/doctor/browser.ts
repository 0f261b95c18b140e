import type { Config } from '@sitegrep/config';
import { BrowserMissing, findChromium, runsAsRoot } from '@sitegrep/renderer';
import { type Check, checksOf } from './check.ts';

const { ok, warn, fail } = checksOf('browser');

/** Checks the browser that renders pages. Its absence is not a fault unless pages are to be rendered, or it was chosen. */
export async function checkBrowser({ chromium, render }: Config): Promise<readonly Check[]> {
  const isWanted = render === 'on' || chromium !== null;
  try {
    const { path, version } = await findChromium(chromium);
    const finding = `${version} at ${path} can render pages`;
    if (!isWanted || !runsAsRoot()) return [ok(finding)];
    return [
      warn(
        `${finding}, but without its sandbox, because this process is root's`,
        'run the process that renders as a user of its own',
      ),
    ];
  } catch (error) {
    if (!(error instanceof BrowserMissing)) throw error;
    return [isWanted ? fail(error.message) : ok(`pages can't be rendered: ${error.message}`)];
  }
}
