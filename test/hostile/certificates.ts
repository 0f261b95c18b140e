import { makeCertificates, type KeyPair } from '../../packages/crawl/test/certificates.ts';

/** Certificates of one authority, except `selfSigned` and `unknown`. */
export interface Certificates {
  readonly authority: string;
  readonly valid: KeyPair;
  readonly expired: KeyPair;
  readonly notYet: KeyPair;
  readonly selfSigned: KeyPair;
  readonly unknown: KeyPair;
}

/** @param hosts names in the certificates */
export function makeStageCertificates(hosts: readonly string[]): Certificates {
  return makeCertificates(({ selfSigned, issued }) => {
    const authority = selfSigned('authority', '/CN=Authority of the stage').cert;
    selfSigned('stranger', '/CN=An authority that nobody knows');
    const ours = { hosts, authority: 'authority' };
    return {
      authority,
      valid: issued('valid', ours),
      expired: issued('expired', { ...ours, to: '20260301120000Z' }),
      notYet: issued('not-yet', { ...ours, from: '20980501000000Z' }),
      unknown: issued('unknown', { hosts, authority: 'stranger' }),
      selfSigned: selfSigned('self', '/CN=self-signed.test'),
    };
  });
}
