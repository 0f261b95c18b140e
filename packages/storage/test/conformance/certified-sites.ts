// Certificates and icons of sites for conformance suites, conditions on them, and a plain look at what fulfils these.
import type { DomainDocument, SiteAnswers, SiteCertificate, SiteIcon } from '@sitegrep/site';

const DAY_MS = 86_400_000;

function certificate(
  issuer: string | null,
  names: readonly string[],
  lastDay: number,
  tls = 'TLSv1.3',
): SiteCertificate {
  const notAfter = lastDay + DAY_MS - 1_000;
  return { issuer, names, nameCount: names.length, notBefore: lastDay - 90 * DAY_MS, notAfter, tls };
}

function icon(mmh3: number, phash: string | null): SiteIcon {
  const digits = (count: number): string => String(Math.abs(mmh3)).padStart(count, 'a');
  const problem = phash === null ? 'ends early' : null;
  const png = phash === null ? null : 'iVBORw0KGgo=';
  return { url: 'data:', bytes: 3, mmh3, md5: digits(32), sha256: digits(64), phash, png, problem };
}

export const CERTIFICATES: readonly (SiteCertificate | null)[] = [
  null,
  certificate("Let's Encrypt R11", ['shop.test', 'www.shop.test'], Date.UTC(2026, 11, 1)),
  certificate('let’s Encrypt E7', ['*.shop.test', 'shop.test'], Date.UTC(2026, 11, 31)),
  certificate('DigiCert Inc, G2', ['a.b.shop.test', 'xshop.test'], Date.UTC(2027, 0, 1), 'TLSv1.2'),
  certificate(null, ['shop.test.example', '10.0.0.1'], Date.UTC(9999, 11, 31), 'TLSv1'),
];

export const ICONS: readonly (SiteIcon | null)[] = [
  null,
  icon(-1_616_143_106, 'ffff0000ffff0000'),
  // Ten bits differ from those of the first, and eleven.
  icon(7, 'fffffc00ffff000f'),
  icon(8, 'fffffc00ffff001f'),
  icon(0, null),
  icon(2_147_483_647, '0000ffff0000ffff'),
];

/** Values of conditions on these, by their fields. */
export const CERTIFIED_VALUES = {
  cert_issuer: ["let's encrypt", 'ENCRYPT', 'digicert inc, g', 'absent'],
  cert_name: ['shop.test', '*.shop.test', 'WWW.shop.test', '*.test', 'b.shop.test', '10.0.0.1'],
  cert_expires: [
    '2026-12-01',
    '2026-12',
    '<2026-12-31',
    '<=2026-12-31',
    '>2026-12',
    '>=2027-01-01',
    '2026-12-02..2027-01-01',
    '..2026-12',
    '9999-12-31',
  ],
  icon_like: ['ffff0000ffff0000', 'FFFF0000ffff0000', '0000ffff0000ffff', '0123456789abcdef'],
} as const;
type CertifiedField = keyof typeof CERTIFIED_VALUES;

export function isCertifiedField(field: string): field is CertifiedField {
  return Object.hasOwn(CERTIFIED_VALUES, field);
}

/** First and last day of the values of `cert_expires`, worked out by hand. */
const DAYS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  '2026-12-01': [Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 1)],
  '2026-12': [Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 31)],
  '<2026-12-31': [-Infinity, Date.UTC(2026, 11, 30)],
  '<=2026-12-31': [-Infinity, Date.UTC(2026, 11, 31)],
  '>2026-12': [Date.UTC(2027, 0, 1), Infinity],
  '>=2027-01-01': [Date.UTC(2027, 0, 1), Infinity],
  '2026-12-02..2027-01-01': [Date.UTC(2026, 11, 2), Date.UTC(2027, 0, 1)],
  '..2026-12': [-Infinity, Date.UTC(2026, 11, 31)],
  '9999-12-31': [Date.UTC(9999, 11, 31), Infinity],
};

/** Tells whether a document fulfils a condition on its certificate or its icon. */
export function fulfilsCertified(document: DomainDocument, field: CertifiedField, value: string): boolean {
  const { certificate: shown = null, icon: own = null } = answersOf(document)[0] ?? {};
  const written = value.toLowerCase();
  switch (field) {
    case 'cert_issuer':
      return shown?.issuer?.toLowerCase().includes(written) === true;
    case 'cert_name':
      return (
        shown?.names.some((name) =>
          written.startsWith('*.') ? name.endsWith(written.slice(1)) : name === written,
        ) === true
      );
    case 'cert_expires': {
      const days = DAYS[value];
      if (days === undefined) throw new Error(`the days of ${value} are not known`);
      return shown !== null && days[0] <= shown.notAfter && shown.notAfter < days[1] + DAY_MS;
    }
    case 'icon_like': {
      const bits = (BigInt(`0x${own?.phash ?? '0'}`) ^ BigInt(`0x${written}`)).toString(2);
      return own !== null && own.phash !== null && bits.replaceAll('0', '').length <= 10;
    }
  }
}

/** The answers of a site: those of the first page that has them. */
export function answersOf({ pages }: DomainDocument): readonly SiteAnswers[] {
  return pages.flatMap(({ facts }) => facts.site ?? []).slice(0, 1);
}
