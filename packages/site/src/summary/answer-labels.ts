import { registrableDomain } from '../domain.ts';
import type { Labels } from '../labels.ts';
import { hostLabel } from '../loaded-hosts.ts';
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
  | 'tls'
  | 'icon';

/** Labels of what a site answers besides the sources of its pages, and of the hosts that these name. */
export function answerLabels(
  domain: string,
  { hosts, headers, cookies, site }: Pick<LabelSummary, 'hosts' | 'headers' | 'cookies' | 'site'>,
): Pick<Labels, AnswerLabel> {
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
    icon: icon === null ? [] : iconLabels(icon),
  };
}

function certificateLabels(
  certificate: SiteCertificate | null,
): Pick<Labels, 'cert_issuer' | 'cert_name' | 'cert_expires' | 'tls'> {
  if (certificate === null) return { cert_issuer: [], cert_name: [], cert_expires: [], tls: [] };
  const { issuer, names, notAfter, tls } = certificate;
  return {
    cert_issuer: issuer === null ? [] : [issuer],
    cert_name: names,
    cert_expires: [new Date(notAfter).toISOString().slice(0, 10)],
    tls: [tls],
  };
}

/** Hashes of an icon as labels. */
function iconLabels({ mmh3, md5, sha256, phash }: SiteIcon): readonly string[] {
  return [`mmh3:${mmh3}`, `md5:${md5}`, `sha256:${sha256}`, ...(phash === null ? [] : [`phash:${phash}`])];
}
