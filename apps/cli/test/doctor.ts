import type { Check } from '../src/doctor/check.ts';
import { run } from './command.ts';

/** Result of `sitegrep doctor`. */
export interface Diagnosis {
  readonly code: number | null;
  readonly checks: readonly Check[];
  /** `area: finding → remedy` of each check that is not ok. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

/** Runs `sitegrep doctor`. */
export async function diagnose(settings: Readonly<Record<string, string>>): Promise<Diagnosis> {
  const { code, stdout, stderr } = await run(['doctor', '--json'], {
    SITEGREP_CONTACT: 'https://example.org/about',
    SITEGREP_PORT: '0',
    SITEGREP_METRICS_PORT: '0',
    // Names are looked up by nobody here.
    SITEGREP_HTTP_PROXY: 'http://127.0.0.1:1',
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    ...settings,
  });
  if (stderr !== '') throw new Error(`a doctor has nothing to say there: ${stderr}`);
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: readonly Check[] };
  if (ok !== (code === 0)) throw new Error(`the doctor ends with ${code}, and says ok: ${ok}`);
  const lines = (wanted: Check['status']): readonly string[] =>
    checks
      .filter(({ status }) => status === wanted)
      .map(({ area, finding, remedy }) => `${area}: ${finding}${remedy === null ? '' : ` → ${remedy}`}`);
  return { code, checks, failures: lines('fail'), warnings: lines('warn') };
}
