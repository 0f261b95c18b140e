// Conditions on the certificates of hosts: on their issuers and their names.
import { reversedHost } from '@sitegrep/site';
import { type MatchRule, passing, readHost } from './match-rule.ts';

/** Rule of a text that the issuer contains, case ignored. */
export const issuerRule: MatchRule = {
  takes: 'a part of the name of an issuer, for instance Let’s Encrypt',
  read: (value) => value.trim().toLowerCase() || null,
  choose: (value) => ({
    kind: 'cert_issuer',
    prefix: '',
    among: passing((issuer) => issuer.toLowerCase().includes(value)),
  }),
};

/** Rule of a name that a certificate is for, as it states it, or of all names below one. */
export const nameRule: MatchRule = {
  takes: 'a name that a certificate is for, such as example.com, or *.example.com for all below it',
  read: readHost,
  choose: (value) => {
    const isBelow = value.startsWith('*.');
    const reversed = reversedHost(isBelow ? value.slice(2) : value);
    const prefix = isBelow ? `${reversed}.` : reversed;
    return { kind: 'cert_name', prefix, among: passing((label) => isBelow || label === reversed) };
  },
};
