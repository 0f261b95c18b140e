// Certificates for servers of tests, made on the spot by openssl.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

interface IssuedTerms {
  /** Names and addresses; none for an authority. */
  readonly hosts: readonly string[];
  /** Name of the certificate that signs it. */
  readonly authority: string;
  /** Whether it may sign others. */
  readonly isAuthority?: boolean;
  /** Address at which it says that its issuer's certificate is. */
  readonly issuerUrl?: string;
  /** Arguments of openssl for the key; one of P-256 by default. */
  readonly newKey?: readonly string[];
  /** Further extensions, as openssl writes them: `extendedKeyUsage=clientAuth`. */
  readonly extensions?: readonly string[];
  /** Digest of the signature; sha256 by default. */
  readonly digest?: string;
  /** Validity as openssl writes it, `20260301120000Z`; a long time by default. */
  readonly from?: string;
  readonly to?: string;
}

/** Makes certificates. Keys and certificates are PEM; names are unique within one maker. */
export interface CertificateMaker {
  /** Certificates as a PKCS #7 message in DER. */
  readonly message: (names: readonly string[]) => Buffer;
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
      message(names) {
        const files = names.flatMap((name) => ['-certfile', `${name}.pem`]);
        openssl('crl2pkcs7', '-nocrl', ...files, '-outform', 'DER', '-out', 'message');
        return readFileSync(join(folder, 'message'));
      },
      selfSigned(name, subject) {
        const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
        openssl('req', '-x509', ...NEW_KEY, ...files, '-days', '9', '-subj', subject);
        return pair(name);
      },
      issued(name, terms) {
        const {
          hosts,
          authority,
          from = '20200101000000Z',
          to = '20990101000000Z',
          digest = 'sha256',
        } = terms;
        const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`);
        write(
          'names',
          [
            ...(names.length > 0 ? [`subjectAltName=${names.join(',')}`] : []),
            ...(terms.extensions ?? []),
            ...(terms.isAuthority === true ? ['basicConstraints=critical,CA:TRUE'] : []),
            ...(terms.issuerUrl === undefined
              ? []
              : [`authorityInfoAccess=caIssuers;URI:${terms.issuerUrl}`]),
          ].join('\n'),
        );
        const request = ['-keyout', `${name}.key`, '-out', `${name}.csr`];
        openssl('req', ...(terms.newKey ?? NEW_KEY), ...request, '-subj', `/CN=${name}`);
        const by = ['-cert', `${authority}.pem`, '-keyfile', `${authority}.key`];
        const how = ['-batch', '-notext', '-config', 'ca.cnf', '-extfile', 'names'];
        const when = ['-startdate', from, '-enddate', to];
        openssl('ca', ...how, ...by, ...when, '-md', digest, '-in', `${name}.csr`, '-out', `${name}.pem`);
        return pair(name);
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
