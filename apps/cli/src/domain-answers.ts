// What a site answers besides the sources of its pages, for people.
import type { DomainAnswers } from '@sitegrep/client';
import { counted, formatBytes, paint, printable, renderTable } from './terminal.ts';

type File = DomainAnswers['files'][number];
type Head = DomainAnswers['items'][number];

/** Agents that are named of each verdict, before those that may fetch everything are only counted. */
const VERDICTS = ['blocked', 'partly', 'allowed'] as const;

/** Renders what a site answers: files, agents, certificate, icon, and the heads of some of its pages. */
export function domainAnswersText(answers: DomainAnswers): string {
  const { domain, files, agents, certificate, icon, items, total_count: total } = answers;
  const facts = [...agentRows(agents), ...certificateRows(certificate), ...iconRows(icon)];
  const parts = [
    paint('bold', printable(domain)),
    ...(files.length === 0 ? [] : [filesTable(files)]),
    ...(facts.length === 0 ? [] : [renderTable([{ title: 'FACT' }, { title: 'VALUE', wraps: true }], facts)]),
    ...items.map(headText),
    `${counted(total, 'page')}${items.length < total ? `, ${items.length} shown (--limit)` : ''}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function filesTable(files: readonly File[]): string {
  const rows = files.map((file) => [
    file.name,
    file.status === null ? '–' : String(file.status),
    file.real ? formatBytes(file.bytes) : '',
    file.real
      ? [...aboutFile(file), ...(file.truncated ? ['truncated'] : [])].join(', ')
      : `not it: ${file.reason}`,
  ]);
  const columns = [
    { title: 'FILE' },
    { title: 'STATUS', align: 'right' },
    { title: 'SIZE', align: 'right' },
    { title: '', wraps: true },
  ] as const;
  return renderTable(columns, rows);
}

/** Words for what a file says. */
function aboutFile({ security, sellers, outline }: File): readonly string[] {
  if (security !== undefined) {
    const { contact, expires, expired } = security;
    const end =
      expires === null ? [] : [`${expired === true ? 'expired' : 'expires'} ${expires.slice(0, 10)}`];
    return [...contact, ...end];
  }
  if (sellers !== undefined)
    return [
      counted(sellers.direct, 'direct seller'),
      counted(sellers.reseller, 'reseller'),
      counted(sellers.systems_count, 'system'),
    ];
  if (outline !== undefined)
    return [
      ...(outline.title === null ? [] : [outline.title]),
      counted(outline.sections.length, 'section'),
      counted(
        outline.sections.reduce((sum, { links }) => sum + links, 0),
        'link',
      ),
    ];
  return [];
}

function agentRows(agents: DomainAnswers['agents']): readonly (readonly string[])[] {
  return VERDICTS.flatMap((verdict) => {
    const names = agents.filter((one) => one.verdict === verdict).map(({ agent }) => agent);
    return names.length === 0 ? [] : [[`robots.txt: ${verdict}`, names.join(', ')]];
  });
}

function certificateRows(certificate: DomainAnswers['certificate']): readonly (readonly string[])[] {
  if (certificate === null) return [];
  const { issuer, names, names_count: all, not_before: from, not_after: until, tls } = certificate;
  const further = all > names.length ? [`and ${counted(all - names.length, 'further name')}`] : [];
  return [
    ['certificate of', issuer ?? '–'],
    ['certificate for', [...names, ...further].join(', ')],
    ['certificate valid', `${from} to ${until}`],
    ['TLS', tls],
  ];
}

function iconRows(icon: DomainAnswers['icon']): readonly (readonly string[])[] {
  if (icon === null) return [];
  const { url, bytes, mmh3, md5, sha256, phash, problem } = icon;
  return [
    ['icon', `${url} (${formatBytes(bytes)})`],
    ['icon mmh3', String(mmh3)],
    ['icon md5', md5],
    ['icon sha256', sha256],
    ...(phash === null ? [] : [['icon phash', phash]]),
    ...(problem === null ? [] : [['icon not read', `it ${problem}`]]),
  ];
}

/** The head of a page, as it is searched. */
function headText({ url, status, headers, cookies, ...left }: Head): string {
  const title = paint('bold', printable(url));
  if (headers === null) return `${title}\n  head not known`;
  const lines = [
    `HTTP ${status ?? '–'}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(left.headers_left_out > 0 ? [`… ${counted(left.headers_left_out, 'further field')}`] : []),
    ...(cookies ?? []).map(({ name, attributes }) => `cookie ${[name, ...attributes].join('; ')}`),
    ...(left.cookies_left_out > 0 ? [`… ${counted(left.cookies_left_out, 'further cookie')}`] : []),
  ];
  return [title, ...lines.map((line) => `  ${printable(line)}`)].join('\n');
}
