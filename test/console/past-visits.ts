/* Captures of a made site on several days, which give it a history. */
import type { SitegrepClient } from '@sitegrep/client';

export const CHANGED_SITE = 'changing-shop.example';

/** Home pages by the days of their captures. */
const CAPTURES: readonly (readonly [day: string, html: string])[] = [
  ['2026-05-04', page('Tea and more', 'Shop One 1.0', ['cdn.old-widgets.example'])],
  ['2026-06-01', page('Tea and more', 'Shop One 1.0', ['cdn.old-widgets.example', 'tags.example'])],
  ['2026-07-06', page('Tea for you', 'Shop Two 2.1', ['cdn.new-widgets.example'])],
  ['2026-08-03', page('Tea for you', 'Shop Two 2.1', ['cdn.new-widgets.example', 'tags.example'])],
  ['2026-09-07', page('Tea for you', 'Shop Two 2.2', ['tags.example'])],
  ['2026-10-05', page('Tea for you', 'Shop Two 2.2', ['cdn.late-widgets.example', 'tags.example'])],
];

function page(title: string, generator: string, hosts: readonly string[]): string {
  const scripts = hosts.map((host) => `<script src="https://${host}/w.js"></script>`).join('');
  return `<!doctype html><html lang="en"><title>${title}</title><meta name="generator" content="${generator}">${scripts}<p>Tea`;
}

/** Sends the captures of the made site, and waits until they are in the index. */
export async function sendPastVisits(client: SitegrepClient): Promise<void> {
  await sendCaptures(
    client,
    CAPTURES.map(([day, html]) => [CHANGED_SITE, `${day}T06:00:00Z`, html]),
  );
}

/** Sends captures of home pages, and waits until they are in the index. */
export async function sendCaptures(
  client: SitegrepClient,
  captures: readonly (readonly [domain: string, at: string, html: string])[],
): Promise<void> {
  const lines = captures.map(([domain, at, html]) =>
    JSON.stringify({ url: `https://${domain}/`, html, fetched_at: at }),
  );
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  // All but the newest are told as problems: they go into the history alone.
  for await (const line of client.admin.pages.send({ bytes, type: 'application/x-ndjson' }))
    if (line.type === 'page' && line.outcome !== 'stored' && line.outcome !== 'older')
      throw new Error(`a capture was refused: ${JSON.stringify(line)}`);
}
