// What a site answers besides the sources of its pages, as the API shows it.
import { type DomainAnswers, formatTimestamp, type PageHead, type WellKnownFile } from '@sitegrep/contract';
import {
  compareCodePoints,
  filesIn,
  llmsOutline,
  securityFields,
  sellersIn,
  type SiteAnswers,
  type SiteFile,
  verdictsOn,
} from '@sitegrep/site';
import type { AnswerList, PageAnswers } from '@sitegrep/storage';

/** Answers of the site, without those of its pages. @param now the time by which a file has expired */
export function siteAnswers(
  { site, fileText }: Pick<AnswerList, 'site' | 'fileText'>,
  { hasTexts, now }: { readonly hasTexts: boolean; readonly now: number },
): Pick<DomainAnswers, 'files' | 'agents' | 'certificate' | 'icon'> {
  if (site === null) return { files: [], agents: [], certificate: null, icon: null };
  const texts = new Map(filesIn(fileText, site.files).map(({ name, text }) => [name as string, text]));
  return {
    files: site.files.map((file) => ({
      ...wellKnownFile(file, texts.get(file.name) ?? null, now),
      ...(hasTexts && file.isReal ? { text: texts.get(file.name) ?? '' } : {}),
    })),
    agents: verdictsOn(site.agents),
    certificate: certificateOf(site),
    icon: iconOf(site),
  };
}

function iconOf({ icon }: SiteAnswers): DomainAnswers['icon'] {
  if (icon === null) return null;
  const { png: _, ...shown } = icon;
  return shown;
}

function certificateOf({ certificate }: SiteAnswers): DomainAnswers['certificate'] {
  if (certificate === null) return null;
  const { issuer, names, nameCount, notBefore, notAfter, tls } = certificate;
  return {
    issuer,
    names,
    names_count: nameCount,
    not_before: formatTimestamp(notBefore),
    not_after: formatTimestamp(notAfter),
    tls,
  };
}

/** @param text null if it is not known */
function wellKnownFile(
  { name, status, isReal, reason, bytes, truncated }: SiteFile,
  text: string | null,
  now: number,
): WellKnownFile {
  const file = { name, status, real: isReal, reason, bytes, truncated };
  if (!isReal || text === null) return file;
  switch (name) {
    case 'security.txt':
      return { ...file, security: securityOf(text, now) };
    case 'ads.txt':
    case 'app-ads.txt':
      return { ...file, sellers: sellersOf(text) };
    case 'llms.txt':
    case 'llms-full.txt':
      return { ...file, outline: outlineOf(text) };
    default:
      return file;
  }
}

function securityOf(text: string, now: number): NonNullable<WellKnownFile['security']> {
  const { preferredLanguages, expires, isSigned, ...lists } = securityFields(text);
  return {
    ...lists,
    preferred_languages: preferredLanguages,
    expires: expires === null ? null : formatTimestamp(expires),
    expired: expires === null ? null : expires < now,
    signed: isSigned,
  };
}

/** Maximum advertising systems that are listed. */
const MAX_SYSTEMS = 1_000;

function sellersOf(text: string): NonNullable<WellKnownFile['sellers']> {
  const { sellers, variables } = sellersIn(text);
  const direct = sellers.filter(({ relation }) => relation === 'DIRECT').length;
  const systems = [...new Set(sellers.map(({ system }) => system))].sort(compareCodePoints);
  return {
    direct,
    reseller: sellers.length - direct,
    systems: systems.slice(0, MAX_SYSTEMS),
    systems_count: systems.length,
    variables,
  };
}

function outlineOf(text: string): NonNullable<WellKnownFile['outline']> {
  const { title, summary, sections } = llmsOutline(text);
  return {
    title,
    summary,
    sections: sections.map(({ title: heading, links }) => ({ title: heading, links: links.length })),
  };
}

/** The head of the answer that a page came with, of the lines of its texts. */
export function pageHead({ url, texts }: PageAnswers): PageHead {
  // The page that has the files of the site may have no head, as one of a capture of a text alone.
  if (texts === null || texts.headers === '')
    return { url, status: null, headers: null, headers_left_out: 0, cookies: null, cookies_left_out: 0 };
  const [first = '', ...lines] = texts.headers.split('\n');
  const status = /^HTTP (\d{3})$/.exec(first)?.[1];
  return {
    url,
    status: status === undefined ? null : Number(status),
    headers: lines.flatMap((line) => {
      const colon = line.indexOf(': ');
      return colon === -1 ? [] : [{ name: line.slice(0, colon), value: line.slice(colon + 2) }];
    }),
    headers_left_out: leftOut(texts.headers),
    cookies: texts.cookies.split('\n').flatMap((line) => {
      const [name = '', ...attributes] = line.split(';').map((part) => part.trim());
      return attributes.length === 0 ? [] : [{ name, attributes: attributes.filter((one) => one !== '') }];
    }),
    cookies_left_out: leftOut(texts.cookies),
  };
}

/** Number of lines that a text says, in its last one, to have left out. */
function leftOut(text: string): number {
  return Number(/\n… (\d+) (?:field|cookie)s? left out\n$/.exec(text)?.[1] ?? 0);
}
