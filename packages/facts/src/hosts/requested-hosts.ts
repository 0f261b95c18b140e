import type { HostKind, NamedHost } from '@sitegrep/site';
import { HostList, hostKindBit } from './host-list.ts';
import { HostReader } from './read-host.ts';

/** A host that a page sent requests to while it was rendered. */
export interface RequestedHost {
  readonly host: string;
  /** Type of the resource that was requested, as browsers name it, in lower case. */
  readonly kind: string;
}

/** Kinds of hosts by the type of what is requested; a request of another type has none besides `request`. */
const KINDS: ReadonlyMap<string, HostKind> = new Map([
  ['script', 'script'],
  ['stylesheet', 'style'],
  ['image', 'image'],
  ['media', 'image'],
  ['texttrack', 'image'],
  ['document', 'frame'],
  ['font', 'font'],
]);
const REQUEST = hostKindBit('request');

/** The hosts of the requests of a page, as `pageHosts` gives those of its source. */
export function requestedHosts(requested: readonly RequestedHost[], pageUrl: string): readonly NamedHost[] {
  const list = new HostList();
  const reader = new HostReader();
  for (const { host, kind } of requested) {
    const read = reader.hostOf(host);
    const kindOf = KINDS.get(kind);
    if (read !== null) list.add(read, REQUEST | (kindOf === undefined ? 0 : hostKindBit(kindOf)));
  }
  return list.named(pageUrl);
}
