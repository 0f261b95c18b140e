import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** All but `selfSigned` and `unknown` are of one authority. */
export interface Certificates {
  readonly authority: string;
  readonly valid: KeyPair;
  readonly expired: KeyPair;
  readonly notYet: KeyPair;
  readonly selfSigned: KeyPair;
  readonly unknown: KeyPair;
}

const CONFIGURATION = `
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
[any]
commonName = supplied
`;

const LONG_AGO = '20200101000000Z';
const LONG = '20990101000000Z';

/** @param names hosts that the certificates are for */
export function makeCertificates(names: readonly string[]): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-certificates-'));
  const openssl = (...args: string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const selfSigned = (name: string, subject: string): KeyPair => {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '9',
      '-subj',
      subject,
    );
    return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
  };
  const issued = (name: string, authority: string, from: string, to: string): KeyPair => {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const by = ['-cert', `${authority}.pem`, '-keyfile', `${authority}.key`];
    const when = ['-startdate', from, '-enddate', to];
    const file = `${name}.pem`;
    openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      'ca.cnf',
      ...by,
      ...when,
      '-extfile',
      'names',
      '-in',
      `${name}.csr`,
      '-out',
      file,
    );
    return { key: read(`${name}.key`), cert: read(file) };
  };
  try {
    writeFileSync(join(folder, 'ca.cnf'), CONFIGURATION);
    writeFileSync(join(folder, 'index.txt'), '');
    writeFileSync(join(folder, 'serial'), '01');
    writeFileSync(join(folder, 'names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`);
    const authority = selfSigned('authority', '/CN=Authority of the stage').cert;
    selfSigned('stranger', '/CN=An authority that nobody knows');
    return {
      authority,
      valid: issued('valid', 'authority', LONG_AGO, LONG),
      expired: issued('expired', 'authority', LONG_AGO, '20260301120000Z'),
      notYet: issued('not-yet', 'authority', '20980501000000Z', LONG),
      unknown: issued('unknown', 'stranger', LONG_AGO, LONG),
      selfSigned: selfSigned('self', '/CN=self-signed.test'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
