// The checks of `doctor` for a process that serves, in a process of their own: they open files of the data folder, and the
// system drops all locks that a process has on a file as soon as it closes the file once.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Config, environmentOf } from '@sitegrep/config';
import { type ChecksAnswer, checker, Checks } from '@sitegrep/contract';

const COMMAND = fileURLToPath(new URL('../../bin/sitegrep.js', import.meta.url));

/** Time that the checks may take, in milliseconds; services that do not answer take ten seconds. */
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 4 * 2 ** 20;

const checkChecks = checker(Checks);

/** Runs `sitegrep doctor` with the settings of this process. @throws Error if it does not end in time, or breaks off */
export async function checkHere(config: Config): Promise<ChecksAnswer['data']> {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('SITEGREP_'));
  const env = { ...Object.fromEntries(others), ...environmentOf(config) };
  const text = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [COMMAND, 'doctor', '--json'],
      { env, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES },
      // It ends with a code of its own if a check failed.
      (error, stdout) => (stdout === '' && error !== null ? reject(error) : resolve(stdout)),
    );
  });
  const checked = checkChecks(JSON.parse(text));
  if (!checked.ok) throw new Error(`the checks ended with another report: ${text.slice(0, 200)}`);
  return checked.value;
}
