// DNS records of a site: mail, name servers and texts, which show services that no page names.

/** Types of records that are asked for. */
export const DNS_TYPES = ['MX', 'NS', 'SOA', 'TXT'] as const;
export type DnsType = (typeof DNS_TYPES)[number];

/**
 * Records of a registrable domain, each as its type and its value, sorted: `MX 10 mail.example.com`, `NS ns1.example.net`,
 * `SOA ns1.example.net hostmaster.example.net`, `TXT v=spf1 -all`. One line each, well-formed, without control characters.
 */
export type DnsRecords = readonly string[];

/** The values of records by their types in lower case, as fingerprints name them. */
export function dnsValues(records: DnsRecords): Readonly<Record<string, readonly string[]>> {
  const values: Record<string, string[]> = {};
  for (const record of records) {
    const end = record.indexOf(' ');
    (values[record.slice(0, end).toLowerCase()] ??= []).push(record.slice(end + 1));
  }
  return values;
}

/** The text of records in which `in:dns` searches, a line each; null if there is none. */
export function dnsText(records: DnsRecords): string | null {
  return records.length === 0 ? null : records.join('\n');
}
