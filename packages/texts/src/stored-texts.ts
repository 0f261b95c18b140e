import { isUtf8 } from 'node:buffer';
import type { AnswerTexts, SiteFacts, Source } from '@sitegrep/site';
import { foldCase } from '@sitegrep/fold';

/** A source as it may be stored: lone surrogates are replaced and NUL is dropped, since the index can hold neither. */
export function storableText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}

/** Texts beside a source as they may be stored. */
export function storableAnswers({ headers, cookies, file }: AnswerTexts): AnswerTexts {
  return { headers: storableText(headers), cookies: storableText(cookies), file: storableText(file) };
}

/** A source as it may be stored, in UTF-8. An encoded source that can be stored as it is shares its memory with the result. */
export function storableUtf8(source: Source): Buffer {
  if (typeof source === 'string') return Buffer.from(storableText(source));
  const { buffer, byteOffset, length } = source.utf8;
  const bytes = Buffer.from(buffer, byteOffset, length);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes : Buffer.from(storableText(bytes.toString()));
}

/** The texts in which keywords are sought, folded: title, description, each meta keyword. */
export function wordsOf({ title, description, metaKeywords }: SiteFacts): readonly string[] {
  return [title, description, ...metaKeywords]
    .filter((text) => text !== null)
    .map((text) => foldCase(storableText(text)));
}
