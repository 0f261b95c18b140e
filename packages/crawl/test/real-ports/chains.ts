// The certificates of the web of real ports.
import { X509Certificate } from 'node:crypto';
import { makeCertificates, type KeyPair } from '../certificates.ts';

/** Address at which the issuers of certificates are. */
export const ISSUER_ADDRESS = '127.66.255.80';
/** An address that may not be fetched from. */
const INNER_ADDRESS = '192.168.66.1';

const RSA = (bits: number): readonly string[] => ['-newkey', `rsa:${bits}`, '-nodes'];

/** @param hosts names and addresses for which certificates are good */
export function makeChains(hosts: readonly string[]) {
  return makeCertificates(({ selfSigned, issued, message }) => {
    const root = selfSigned('root', '/O=Web of real ports/CN=Root').cert;
    selfSigned('stranger', '/CN=Stranger');
    const by = (authority: string, more: object = {}) => ({ hosts, authority, ...more });
    const authority = (name: string, more: object = {}): string =>
      issued(name, { hosts: [], authority: 'root', isAuthority: true, ...more }).cert;
    const at = (path: string): string => `http://${ISSUER_ADDRESS}/${path}`;
    const upper = authority('upper', { issuerUrl: at('root') });
    const lower = authority('lower', { authority: 'upper', issuerUrl: at('upper') });
    const old = authority('old', { to: '20260301120000Z' });
    const packed = authority('packed');
    authority('lost');
    authority('guarded');
    const valid = issued('valid', by('root'));
    const chained = (name: string, issuer: string, more: object = {}): KeyPair =>
      issued(name, by(issuer, more));
    const leafOfLower = chained('of-lower', 'lower', { issuerUrl: at('lower') });
    const withChain = ({ key, cert }: KeyPair, ...chain: readonly string[]): KeyPair => ({
      key,
      cert: [cert, ...chain].join(''),
    });
    return {
      root,
      /** Files at `ISSUER_ADDRESS` by path. */
      issuers: new Map<string, Buffer>([
        ['/lower', new X509Certificate(lower).raw],
        ['/upper', Buffer.from(upper)],
        ['/packed', (issued('unused', by('packed')), message(['packed', 'root']))],
      ]),
      valid,
      expired: issued('expired', by('root', { to: '20260301120000Z' })),
      notYet: issued('not-yet', by('root', { from: '20980501000000Z' })),
      unknown: issued('unknown', by('stranger')),
      otherName: issued('other', { hosts: ['other.test'], authority: 'root' }),
      wildcard: issued('wildcard', {
        hosts: ['*.wild.test', 'wild.test'],
        authority: 'root',
      }),
      nameless: issued('nameless.test', { hosts: [], authority: 'root' }),
      selfSigned: selfSigned('self', '/CN=self'),
      forClients: issued('for-clients', by('root', { extensions: ['extendedKeyUsage=clientAuth'] })),
      rsa: issued('rsa', by('root', { newKey: RSA(2048) })),
      rsa1024: issued('rsa1024', by('root', { newKey: RSA(1024) })),
      p384: issued(
        'p384',
        by('root', { newKey: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp384r1', '-nodes'] }),
      ),
      sha1: issued('sha1', by('root', { newKey: RSA(2048), digest: 'sha1' })),
      /** Issuers that are missing, at one step and at two. */
      missingOne: withChain(leafOfLower, lower),
      missingTwo: leafOfLower,
      missingPacked: chained('of-packed', 'packed', { issuerUrl: at('packed') }),
      missingLost: chained('of-lost', 'lost', { issuerUrl: at('lost') }),
      missingGuarded: chained('of-guarded', 'guarded', { issuerUrl: `http://${INNER_ADDRESS}/guarded` }),
      missingUnnamed: chained('of-unnamed', 'guarded'),
      complete: withChain(leafOfLower, lower, upper),
      withRoot: withChain(leafOfLower, lower, upper, root),
      disordered: withChain(leafOfLower, upper, lower),
      withUnrelated: withChain(valid, old, packed),
      underOld: withChain(chained('of-old', 'old'), old),
      underHost: withChain(chained('of-host', 'valid'), valid.cert),
    };
  });
}

export type Chains = ReturnType<typeof makeChains>;
