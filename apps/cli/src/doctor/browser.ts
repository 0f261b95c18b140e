import type { Config } from '@sitegrep/config';
import { BrowserMissing, findChromium, runsAsRoot } from '@sitegrep/renderer';
import { type Check, checksOf } from './check.ts';

const { ok, warn, fail } = checksOf('browser');

/** Checks the browser that renders pages. Its absence is no fault unless one was chosen: few crawls need it. */
export async function checkBrowser({ chromium }: Config): Promise<readonly Check[]> {
  try {
    const { path, version } = await findChromium(chromium);
    const finding = `${version} at ${path} can render pages`;
    if (chromium === null || !runsAsRoot()) return [ok(finding)];
    return [
      warn(
        `${finding}, but without its sandbox, because this process is root's`,
        'run the process that renders as a user of its own',
      ),
    ];
  } catch (error) {
    if (!(error instanceof BrowserMissing)) throw error;
    return [chromium === null ? ok(`pages can't be rendered: ${error.message}`) : fail(error.message)];
  }
}
