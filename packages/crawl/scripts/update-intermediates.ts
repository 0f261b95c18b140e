// Writes data/intermediates.pem: the issuers between the public roots and the certificates of hosts. Usage:
//   npm run intermediates:update [-- FILE]
// FILE is an int-bundle.crt of github.com/cloudflare/cfssl_trust; without it, the newest one is fetched.
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { INTERMEDIATES_FILE } from '../src/intermediates.ts';
import { certificatesIn } from '../src/pkcs7.ts';

const SOURCE = 'https://raw.githubusercontent.com/cloudflare/cfssl_trust/master/int-bundle.crt';

async function readBundle(file: string | undefined): Promise<readonly X509Certificate[]> {
  if (file !== undefined) return certificatesIn(await readFile(file), Infinity);
  const response = await fetch(SOURCE);
  if (!response.ok) throw new Error(`${SOURCE} answered ${response.status}; give a file`);
  return certificatesIn(Buffer.from(await response.arrayBuffer()), Infinity);
}

/** Those that are valid now and lead to one of the roots, by subject. */
function usable(certificates: readonly X509Certificate[]): readonly X509Certificate[] {
  const now = new Date();
  let issuers = rootCertificates.map((pem) => new X509Certificate(pem));
  const roots = new Set(issuers.map(({ fingerprint256 }) => fingerprint256));
  let left = certificates.filter(
    ({ ca, validToDate, fingerprint256 }) => ca && validToDate > now && !roots.has(fingerprint256),
  );
  const found: X509Certificate[] = [];
  while (issuers.length > 0) {
    const bySubject = Map.groupBy(issuers, ({ subject }) => subject);
    issuers = left.filter((one) =>
      bySubject.get(one.issuer)?.some((issuer) => one.checkIssued(issuer) && one.verify(issuer.publicKey)),
    );
    const taken = new Set(issuers);
    left = left.filter((one) => !taken.has(one));
    found.push(...issuers);
  }
  return found.toSorted((a, b) =>
    a.subject === b.subject ? (a.fingerprint256 < b.fingerprint256 ? -1 : 1) : a.subject < b.subject ? -1 : 1,
  );
}

const { positionals } = parseArgs({ allowPositionals: true });
const bundle = await readBundle(positionals[0]);
const certificates = usable(bundle);
await writeFile(INTERMEDIATES_FILE, certificates.map(String).join(''));
process.stdout.write(
  `${certificates.length} of ${bundle.length} certificates lead to a root and are valid\n`,
);
