// Why parts of other languages can't be asked here.

export const EMPTY = 'the text is empty';

export const REASONS = {
  icon: 'of icons their hashes are stored, no pictures and addresses',
  headers: 'no field of the engine is known under this name; header: and cookie: are fields here',
  service: 'ports, protocols and banners of services are not stored',
  network: 'addresses and networks of hosts are not stored',
  country: 'it is the country in which a server stands; country: here is the country of a site',
  certificate: 'of certificates the issuer, the names, the end and the version of TLS are stored',
  hash: 'hashes of files, pages and headers are not stored',
  product: 'the engine knows products by names of its own; tech: takes those that sitegrep detects',
  time: 'it is the time at which the engine saw the page; visited: here is the last visit of sitegrep',
} as const;

const OF_FIELDS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:http\.favicon.*|page\.favicon.*)$/i, REASONS.icon],
  [/(?:_hash|_md5)$|^hash$|\.hash$/i, REASONS.hash],
  [/^(?:headers?|cookies?|location|http\.server|http\.headers.*)$/i, REASONS.headers],
  [/^(?:port|protocol|base_protocol|banner|os|version|type|device|transport)$/i, REASONS.service],
  [/^(?:country|page\.country)$/i, REASONS.country],
  [/^(?:page\.)?(?:ip|net|asn|asnname|as_.*|org|isp|city|region|geo|state|postal|ptr)$/i, REASONS.network],
  [/^(?:cert|ssl|tls|jarm|ja3s)(?:[._].*)?$|^page\.tls/i, REASONS.certificate],
  [/^(?:app|product|cpe.*|vuln|category|fid|http\.waf)$/i, REASONS.product],
  [/^(?:after|before|date|lastupdatetime)$/i, REASONS.time],
];

/** Why a field can't be asked that has no counterpart here. */
export function reasonFor(field: string): string {
  const reason = OF_FIELDS.find(([pattern]) => pattern.test(field))?.[1];
  return reason ?? `sitegrep has nothing that is like the field ${field}`;
}
