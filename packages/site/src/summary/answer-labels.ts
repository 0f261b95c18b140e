import { registrableDomain } from '../domain.ts';
import { hostLabel, reversedHost } from '../loaded-hosts.ts';
import { verdictsOn } from '../robots/verdicts.ts';
import type { SiteCertificate, SiteIcon } from '../site-answers.ts';
import { type LabelSummary, versionLabel } from './page-labels.ts';

type AnswerLabel =
  | 'host'
  | 'header'
  | 'header_value'
  | 'cookie'
  | 'file'
  | 'agent'
  | 'cert_issuer'
  | 'cert_name'
  | 'cert_expires'
  | 'cert_month'
  | 'tls'
  | 'icon'
  | 'icon_hash';

type LabelsOf<Kind extends AnswerLabel> = Readonly<Record<Kind, readonly string[]>>;

/** Labels of what a site answers besides the sources of its pages, and of the hosts that these name. */
export function answerLabels(
  domain: string,
  { hosts, headers, cookies, site }: Pick<LabelSummary, 'hosts' | 'headers' | 'cookies' | 'site'>,
): LabelsOf<AnswerLabel> {
  const own = registrableDomain(domain);
  const { files = [], agents = null, certificate = null, icon = null } = site ?? {};
  return {
    host: hosts.map((host) => hostLabel(host, own)),
    header: headers.filter((field) => !field.includes('=')),
    header_value: headers.flatMap((field) => {
      const at = field.indexOf('=');
      return at === -1 ? [] : [versionLabel(field.slice(0, at), field.slice(at + 1))];
    }),
    cookie: cookies,
    file: files.flatMap(({ name, isReal }) => (isReal ? [name] : [])),
    agent: verdictsOn(agents).map(({ agent, verdict }) => `${agent}=${verdict}`),
    ...certificateLabels(certificate),
    ...iconLabels(icon),
  };
}

function certificateLabels(
  certificate: SiteCertificate | null,
): LabelsOf<'cert_issuer' | 'cert_name' | 'cert_expires' | 'cert_month' | 'tls'> {
  if (certificate === null)
    return { cert_issuer: [], cert_name: [], cert_expires: [], cert_month: [], tls: [] };
  const { issuer, names, notAfter, tls } = certificate;
  const day = new Date(notAfter).toISOString().slice(0, 10);
  return {
    cert_issuer: issuer === null ? [] : [issuer],
    cert_name: names.map(reversedHost),
    cert_expires: [day],
    cert_month: [day.slice(0, 7)],
    tls: [tls],
  };
}

/** Hashes of an icon as labels. */
function iconLabels(icon: SiteIcon | null): LabelsOf<'icon' | 'icon_hash'> {
  if (icon === null) return { icon: [], icon_hash: [] };
  const { mmh3, md5, sha256, phash } = icon;
  return {
    icon: [`mmh3:${mmh3}`],
    icon_hash: [`md5:${md5}`, `sha256:${sha256}`, ...(phash === null ? [] : [`phash:${phash}`])],
  };
}
