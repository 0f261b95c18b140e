// Certificates for servers of tests, made on the spot by openssl.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

interface IssuedTerms {
  readonly hosts: readonly string[];
  /** Name of the `selfSigned` certificate that signs it. */
  readonly authority: string;
  /** Validity as openssl writes it, `20260301120000Z`; a long time by default. */
  readonly from?: string;
  readonly to?: string;
}

/** Makes certificates. Keys and certificates are PEM; names are unique within one maker. */
export interface CertificateMaker {
  /** @param subject as openssl writes it, `/CN=a.test` */
  readonly selfSigned: (name: string, subject: string) => KeyPair;
  readonly issued: (name: string, terms: IssuedTerms) => KeyPair;
}

const CONFIGURATION = `
[ca]
default_ca = own
[own]
database = index.txt
unique_subject = no
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
[any]
commonName = supplied
`;

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' ');

/** Opens a maker of certificates, which leaves no files. */
export function makeCertificates<T>(make: (maker: CertificateMaker) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrep-certificates-'));
  const openssl = (...args: readonly string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const pair = (name: string): KeyPair => ({
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
    cert: readFileSync(join(folder, `${name}.pem`), 'utf8'),
  });
  try {
    write('ca.cnf', CONFIGURATION);
    write('index.txt', '');
    write('serial', '01');
    return make({
      selfSigned(name, subject) {
        const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
        openssl('req', '-x509', ...NEW_KEY, ...files, '-days', '9', '-subj', subject);
        return pair(name);
      },
      issued(name, { hosts, authority, from = '20200101000000Z', to = '20990101000000Z' }) {
        write('names', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`);
        const request = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
        openssl('req', ...NEW_KEY, ...request, '-subj', `/CN=${name}`);
        const by = ['-cert', `${authority}.pem`, '-keyfile', `${authority}.key`];
        const how = ['-batch', '-notext', '-config', 'ca.cnf', '-extfile', 'names'];
        const when = ['-startdate', from, '-enddate', to];
        openssl('ca', ...how, ...by, ...when, '-in', `${name}.csr`, '-out', `${name}.pem`);
        return pair(name);
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
