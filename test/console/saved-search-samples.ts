/* Saved searches with an event, for tests and pictures of the console. */
import type { SitegrepClient } from '@sitegrep/client';
import { setTimeout } from 'node:timers/promises';
import { sendCaptures } from './past-visits.ts';

export const SAVED = {
  id: 'new-widgets',
  label: 'Shops with new widgets',
  ofChanges: 'all-changes',
  site: 'appearing-shop.example',
} as const;

/** Saves searches, and puts a site that begins to fulfil one of them. */
export async function saveSamples(client: SitegrepClient): Promise<void> {
  const { searches } = client;
  await searches.put(SAVED.id, {
    q: 'host:cdn.new-widgets.example',
    level: 'page',
    label: SAVED.label,
    // No such host is there, so that deliveries wait.
    notify: { webhook: { url: 'https://hooks.example.invalid/sitegrep' }, count: 100 },
  });
  await searches.put(SAVED.ofChanges, { q: 'added:host:*.new-widgets.example', level: 'change' });
  while (!(await searches.get(SAVED.id)).filled) await setTimeout(50);
  const html =
    '<!doctype html><title>Cups</title><script src="https://cdn.new-widgets.example/w.js"></script>';
  await sendCaptures(client, [[SAVED.site, new Date().toISOString(), html]]);
}
