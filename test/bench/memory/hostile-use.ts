import type { RunningServer } from '../../support/server-process.ts';
import type { Use } from './keep-asking.ts';

/** Characters of each page; a longer one is truncated. */
const SIZE = 4_000_000;

function filled(part: (at: number) => string): string {
  const parts: string[] = [];
  for (let [at, length] = [0, 0]; length < SIZE; at++) {
    const one = part(at);
    parts.push(one);
    length += one.length;
  }
  return parts.join('');
}

/** Pages whose trees take as much memory as they can. */
const PAGES: readonly string[] = [
  // Elements, and texts between them.
  filled((at) => `<b>${at % 10}</b>`),
  filled((at) => `<p class="c${at}" id="i${at}">`),
  // One element with a million attributes, and many with some each.
  `<p ${filled((at) => ` ${at.toString(36)}`)}>`,
  filled((at) => `<p ${Array.from({ length: 50 }, (_, name) => `a${name.toString(36)}`).join(' ')} i=${at}>`),
  // Formatting elements that are opened again in every block.
  `${'<b><i><u><s><em><font>'.repeat(20)}${filled(() => '<p>x')}`,
  filled((at) => `<table><tr><td>${at}<p>`),
  filled(() => '<div>'),
  filled((at) => `&#${200 + (at % 1_000)};<a href="/${at}">`),
];

const MARK = 'hostile-page-of-the-benchmark';

/** Imports pages that cost as much as they can. */
export async function putHostilePages(server: RunningServer): Promise<void> {
  for (const [number, body] of PAGES.entries()) {
    const page = {
      url: `https://hostile${number}.example/`,
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      html: `<!doctype html><title>${MARK}</title>${body}`,
      fetched_at: Date.now() / 1_000,
    };
    const answer = await server.ask('/admin/pages', {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(page),
    });
    if (answer.status !== 200)
      throw new Error(`the import was answered ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
}

/** Values out of hostile pages, by selectors that look at all of a page. */
export const HOSTILE_USE: readonly Use[] = ['body :has(> a)', 'p', ':not(b) + *', '[id$="9"]'].map(
  (select) => ({
    name: `hostile: ${select}`,
    ask: (server, number) =>
      server.ask('/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          q: MARK,
          limit: 100 + (number % 100),
          extract: Array.from({ length: 5 }, (_, at) => ({ as: `v${at}`, select, all: true })),
        }),
      }),
  }),
);
