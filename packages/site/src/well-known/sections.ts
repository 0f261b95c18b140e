// Reads the sections of llms.txt: headings, and links in lists.

interface LlmsLink {
  readonly title: string;
  readonly url: string;
}

/** A part of a file below a heading of the second level. */
interface LlmsSection {
  readonly title: string;
  readonly links: readonly LlmsLink[];
}

export interface LlmsOutline {
  /** First heading; null if there is none. */
  readonly title: string | null;
  /** Text of the first quotation, which sums the site up; null if there is none. */
  readonly summary: string | null;
  readonly sections: readonly LlmsSection[];
}

const MAX_SECTIONS = 100;
const MAX_LINKS = 1_000;
const MAX_LINE = 2_000;
const MAX_HEADING = 300;

export function llmsOutline(text: string): LlmsOutline {
  let title: string | null = null;
  let summary: string | null = null;
  let links = 0;
  const sections: { title: string; links: LlmsLink[] }[] = [];
  for (const whole of text.split(/\r\n|\r|\n/)) {
    const line = whole.slice(0, MAX_LINE);
    const [, level = '', written = ''] = /^(#{1,2})[ \t]+(\S.*)$/.exec(line.slice(0, MAX_HEADING)) ?? [];
    const heading = written.replace(/[ \t#]+$/, '');
    if (level === '#') title ??= heading;
    else if (level === '##' && sections.length < MAX_SECTIONS) sections.push({ title: heading, links: [] });
    const [, quoted] = /^>[ \t]*(\S.*)$/.exec(line) ?? [];
    summary ??= quoted?.trim() ?? null;
    const [, name, url] = /^[ \t]*[-*+][ \t]+\[([^\]]{1,500})\]\(([^)\s]{1,1500})\)/.exec(line) ?? [];
    if (name === undefined || url === undefined || links >= MAX_LINKS) continue;
    links++;
    sections.at(-1)?.links.push({ title: name, url });
  }
  return { title, summary, sections };
}
