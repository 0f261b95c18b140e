import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a client that may have either wants a page for people: browsers name HTML and not JSON, and programs that name both, as
 * n8n does, read JSON.
 */
export function wantsPage({ accept = '' }: Pick<IncomingHttpHeaders, 'accept'>): boolean {
  return accept.includes('text/html') && !accept.includes('application/json');
}
