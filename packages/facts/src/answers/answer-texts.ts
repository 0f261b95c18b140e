// The texts of what an answer says beside its body, each line of which can be searched.
import type { AnswerTexts, Page } from '@sitegrep/site';
import { boundedLines } from './bounded-lines.ts';
import { cookieLine, cookiesOfField, isSettingField } from './cookie-lines.ts';
import { fieldName, fieldValue } from './field-text.ts';

type Fields = Page['headers'];

/**
 * The texts of an answer; null if its header fields are not known.
 *
 * @param ofScripts names of the cookies that scripts set
 */
export function answerTexts(page: Page, ofScripts: readonly string[] = []): AnswerTexts | null {
  const { status, headers, received = headers } = page;
  if (received === null) return null;
  return { headers: headersText(status, received), cookies: cookiesText(received, ofScripts), file: '' };
}

/** The status and the header fields of an answer: `HTTP 200`, then a field on each line, in their order; empty if it has none. */
export function headersText(status: number, fields: Fields): string {
  const lines = [...fieldLines(fields)];
  return lines.length === 0 ? '' : boundedLines(`HTTP ${status}\n`, lines, 'field');
}

function* fieldLines(fields: Fields): Generator<string> {
  for (const [written, value] of fields) {
    const name = fieldName(written);
    if (name === null) continue;
    if (isSettingField(name)) {
      for (const cookie of cookiesOfField(value)) yield `${name}: ${cookieLine(cookie)}`;
    } else yield `${name}: ${fieldValue(value)}`;
  }
}

/**
 * The cookies of an answer: after a line feed, a line each. Those that scripts set have the attribute `script`; empty if there
 * are none.
 *
 * @param ofScripts names of the cookies that scripts set
 */
export function cookiesText(fields: Fields, ofScripts: readonly string[] = []): string {
  const lines = new Set<string>();
  const names = new Set<string>();
  for (const [written, value] of fields) {
    if (!isSettingField(fieldName(written) ?? '')) continue;
    for (const cookie of cookiesOfField(value)) {
      if (!isName(cookie.name)) continue;
      names.add(cookie.name);
      lines.add(cookieLine(cookie));
    }
  }
  for (const written of ofScripts) {
    const name = fieldValue(written);
    if (!isName(name) || names.has(name)) continue;
    lines.add(cookieLine({ name, attributes: ['script'] }));
  }
  return lines.size === 0 ? '' : boundedLines('\n', lines, 'cookie');
}

/** Maximum characters of the name of a cookie; browsers ignore a longer one (RFC 6265bis, 5.6). */
const MAX_COOKIE_NAME = 4_096;

function isName(name: string): boolean {
  return name !== '' && name.length <= MAX_COOKIE_NAME;
}
