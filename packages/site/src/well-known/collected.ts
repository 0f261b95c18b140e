// What a site answers besides its pages, judged, as facts and as the text that is searched.
import { createHash } from 'node:crypto';
import type { PageRecord } from '../page.ts';
import type { Source } from '../source.ts';
import type { AgentVerdicts, SiteAnswers, SiteCertificate, SiteFile } from '../site-answers.ts';
import { joinedFiles, type FileWithText } from './file-text.ts';
import { type FileAnswer, FILE_NAMES, type FileName } from './files.ts';
import { judgeFile } from './judge.ts';

/** Answers of a site, to be attached to the record of its home page. */
export interface CollectedAnswers {
  readonly facts: SiteAnswers;
  /** Text of its real files, as `joinedFiles` gives it. */
  readonly file: string;
}

/** A page with the answers of its site. */
export function withAnswers<S extends Source>(
  page: PageRecord<S>,
  { facts, file }: CollectedAnswers,
): PageRecord<S> {
  return { ...withFile(page, file), facts: { ...page.facts, site: facts } };
}

/** A page that has no answers of its site. */
export function withoutAnswers<S extends Source>(page: PageRecord<S>): PageRecord<S> {
  return { ...withFile(page, ''), facts: { ...page.facts, site: null } };
}

function withFile<S extends Source>(page: PageRecord<S>, file: string): PageRecord<S> {
  const { answers } = page;
  if (answers === undefined && file === '') return page;
  return { ...page, answers: { headers: '', cookies: '', ...answers, file } };
}

/** Answers by the names of files. */
export type FileAnswers = ReadonlyMap<FileName, FileAnswer>;

/**
 * Judges the answers of a site.
 *
 * @param missing answer for a name that cannot exist; null if it was not requested
 * @param agents what robots.txt allows known agents; null if it was not read
 * @param certificate of the host; null over http, or if it is not known
 */
export function collectedAnswers(
  answers: FileAnswers,
  missing: FileAnswer | null,
  agents: AgentVerdicts | null,
  certificate: SiteCertificate | null,
): CollectedAnswers {
  const files: SiteFile[] = [];
  const texts: FileWithText[] = [];
  for (const name of FILE_NAMES) {
    const answer = answers.get(name);
    if (answer === undefined) continue;
    const { isReal, reason } = judgeFile(name, answer, missing);
    const text = isReal ? answer.text : '';
    if (isReal) texts.push({ name, text });
    files.push({
      name,
      status: answer.status,
      isReal,
      reason,
      bytes: Buffer.byteLength(text),
      truncated: isReal && answer.truncated,
      digest: isReal ? digestOf(text) : null,
    });
  }
  return { facts: { files, agents, certificate, icon: null }, file: joinedFiles(texts) };
}

/** The first 128 bits of the SHA-256 of a text, in base64url. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
