import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { type Bench, sessionCookie } from './window.ts';

/** Installed when it is needed: it brings some two hundred packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const FORMS = { desktop: ['--preset=desktop'], mobile: [] } as const;

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly title: string }>>;
}

/** Scores of the search page, of 100, and what cost points, as a desktop and as a phone on a slow network. */
export async function runLighthouse({ server }: Bench): Promise<object> {
  const folder = temporaryFolder('lighthouse');
  const headers = join(folder, 'headers.json');
  writeFileSync(headers, JSON.stringify({ Cookie: await sessionCookie(server) }));
  const scores: Record<string, object> = {};
  for (const [form, options] of Object.entries(FORMS)) {
    const out = join(folder, `${form}.json`);
    const args = [
      '--yes',
      LIGHTHOUSE,
      `${server.url}/search`,
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--extra-headers=${headers}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      ...options,
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ];
    const child = spawn('npx', args, { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${LIGHTHOUSE} ended with ${String(code)}`);
    const { categories, audits }: Report = JSON.parse(readFileSync(out, 'utf8'));
    scores[form] = {
      ...Object.fromEntries(
        CATEGORIES.map((name) => [name, Math.round(100 * (categories[name]?.score ?? 0))]),
      ),
      below_1: Object.values(audits).flatMap(({ score, title }) =>
        score !== null && score < 1 ? [`${title} (${score})`] : [],
      ),
    };
  }
  return scores;
}
