// What a site answers beside the source of a page, as texts that are searched.
import { dnsText, type DnsRecords } from './dns-records.ts';

/** Texts of an answer beside the source of its page: well-formed, without NUL, each empty if there is none. */
export interface AnswerTexts {
  /**
   * Status and header fields: `HTTP 200`, then a line for each field in the order received, its name in lower case:
   * `server: nginx`. Each line ends with a line feed. Set-Cookie has the names and attributes of cookies, and no values.
   */
  readonly headers: string;
  /** A line feed, and a line for each cookie: its name, a semicolon and its attributes: `_ga; path=/; secure`. No values. */
  readonly cookies: string;
  /** Well-known files of the site, on the page that has its answers: for each a line `/llms.txt`, its text, and an empty line. */
  readonly file: string;
}

/** Texts that come beside the source of a page, by the scopes that search them. */
export const TEXTS_BESIDE = ['url', 'dns', 'headers', 'cookies', 'file'] as const;
export type TextBeside = (typeof TEXTS_BESIDE)[number];

/** Parts of a page of which texts beside its source are made. */
interface TextSources {
  readonly url: string;
  readonly facts: { readonly dns: DnsRecords };
  readonly answers?: AnswerTexts | undefined;
}

/** A text beside the source of a page; null if it has none. */
export function textBeside({ url, facts, answers }: TextSources, kind: TextBeside): string | null {
  switch (kind) {
    case 'url':
      return url;
    case 'dns':
      return dnsText(facts.dns);
    case 'headers':
    case 'cookies':
    case 'file':
      return answers?.[kind] || null;
  }
}
