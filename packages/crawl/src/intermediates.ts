import { readFileSync } from 'node:fs';

/** A folder, so that the licence goes with the certificates. */
const DATA = new URL('../data/', import.meta.url);

/** Public issuers between the roots and the certificates of hosts, in PEM; data/README.md says where they come from. */
export const INTERMEDIATES_FILE = new URL('intermediates.pem', DATA);

/** The certificates of that file, each in PEM. */
export function readIntermediates(): readonly string[] {
  return (
    readFileSync(INTERMEDIATES_FILE, 'latin1').match(/-----BEGIN[^]+?-----END CERTIFICATE-----\n/g) ?? []
  );
}
