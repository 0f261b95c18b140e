// A domain as it is copied for other tools.
import type { DomainDetails } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { atDomain } from './overview/match-lines.ts';

/** A command line that asks for the same. @param start of the API */
export function curlOf(domain: string, start: URL): string {
  return `curl -H "X-API-Key: $SITEGREP_KEY" ${new URL(`domains/${domain}`, start).href}`;
}

export function jsonOf(details: DomainDetails): string {
  return JSON.stringify(details, null, 2);
}

/** The head and the row that an export has of a domain. */
export async function csvRowOf(domain: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of client.query.exportFile({ q: atDomain('', domain), format: 'csv' }))
    text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
