// Lines as ProjectDiscovery's uncover prints them with -json, for programs that read those.
import { jsonLine } from '@sitegrep/contract/json';
import type { FoundItem } from '@sitegrep/client';
import { parseTimestamp } from '@sitegrep/site';

/** Ports of URLs that name none. */
const USUAL_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
]);

/**
 * Makes a line of a domain, a page, a version or a change. The time is that of the visit, the first one of a version, in seconds since the epoch; what is not known is empty
 * or 0, as uncover has it: the address always, URL and port of a domain and a change.
 */
export function uncoverLine(item: FoundItem): string {
  const source = { source: 'sitegrep', ip: '' };
  if (item.type !== 'page_item' && item.type !== 'version_item')
    return jsonLine({
      timestamp: secondsOf(item.type === 'change_item' ? item.at : item.visited),
      ...source,
      port: 0,
      host: item.domain,
      url: '',
    });
  const { protocol, port, hostname } = new URL(item.url);
  const known = port === '' ? (USUAL_PORTS.get(protocol) ?? 0) : Number(port);
  return jsonLine({
    timestamp: secondsOf(item.type === 'page_item' ? item.fetched_at : item.first_seen),
    ...source,
    port: known,
    host: hostname,
    url: item.url,
  });
}

function secondsOf(timestamp: string | null): number {
  const time = timestamp === null ? null : parseTimestamp(timestamp);
  return time === null ? 0 : Math.floor(time / 1_000);
}
