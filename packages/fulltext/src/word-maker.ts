// What full text makes of one page after another, without the other pages of their sites.
import { crc32 } from 'node:zlib';
import { type PageText, readPageText } from '@sitegrep/html';
import { packLinks } from './page-links.ts';
import { packWords } from './packed-words.ts';
import { HAS_VIDEO, languageOf, STEM_MARK, type TextPage, videoWord, youTubeId } from './page-words.ts';
import { StemTable } from './stem-table.ts';
import { packLines } from './stored-text.ts';
import { type Range, WordWriter } from './word-writer.ts';

/** Maximum words of a field. */
const MAX_WORDS = 100_000;
/** Minimum words of a page's text by which pages are compared. */
const MIN_COMPARED = 20;

/**
 * Makes the words of a page, as `siteWords` takes them. It keeps what pages have in common, so a thread has one.
 *
 * @param page with the facts with which it is stored
 * @param text of the source that its readers see
 */
export type WordMaker = (page: Pick<TextPage, 'url' | 'facts'>, text: PageText) => Uint8Array;

export function wordMaker(): WordMaker {
  const writer = new WordWriter();
  const stems = new StemTable();
  const written = ({ start, end }: Range): Uint8Array => writer.bytes.subarray(start, end);
  return ({ url, facts }, text) => {
    const language = languageOf(facts);
    const texts = text.blocks.map((block) => block.text);
    const headings = text.blocks.filter(({ kind }) => kind === 'heading').map((block) => block.text);
    writer.beginPage();
    const ranges = {
      title: writer.write([facts.title ?? ''], MAX_WORDS),
      description: writer.write([facts.description ?? ''], MAX_WORDS),
      headings: writer.write(headings, MAX_WORDS),
    };
    const before = writer.words;
    const shown = writer.write(texts, MAX_WORDS);
    // A page with hardly any text is not compared with others.
    const isCompared = writer.words - before >= MIN_COMPARED;
    const others = {
      videos: writer.write(text.videos.map(namesOf), MAX_WORDS),
      address: writer.write([readableAddress(url)], MAX_WORDS),
    };
    const other = stems.ofPage(writer.terms, language);
    const forms = writer.writeTerms(other.terms, other.stems, STEM_MARK);
    return packWords({
      title: written(ranges.title),
      description: written(ranges.description),
      headings: written(ranges.headings),
      text: written(shown),
      videos: written(others.videos),
      address: written(others.address),
      forms: joined(written(forms), [...videoWords(text)]),
      lines: packLines(text),
      links: packLinks(text),
      digest: isCompared ? crc32(written(shown)) : 0,
      words: writer.words,
      mostFrequent: writer.mostFrequent,
    });
  };
}

/** The words of a page that was not read before. @param source the one that its readers see */
export function sourceWords(
  make: WordMaker,
  page: Pick<TextPage, 'url' | 'facts'>,
  source: string,
): Uint8Array {
  return make(page, readPageText(source));
}

/** Words with further ones. @param words joined by blanks, in UTF-8 */
export function joined(words: Uint8Array, others: readonly string[]): Uint8Array {
  if (others.length === 0) return words;
  return Buffer.concat([words, Buffer.from(`${words.length === 0 ? '' : ' '}${others.join(' ')}`)]);
}

function namesOf({ name, description, channel }: PageText['videos'][number]): string {
  return [name, description, channel].join(' ');
}

function videoWords({ videos }: PageText): ReadonlySet<string> {
  const words = videos.flatMap((video) => {
    const id = youTubeId(video);
    return id === null ? [HAS_VIDEO] : [HAS_VIDEO, videoWord(id)];
  });
  return new Set(words);
}

/** Host and path of an address as text. */
function readableAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '';
  const path = parsed.pathname.replace(/\.(?:html?|php|aspx?|jsp)$/i, '');
  return `${parsed.hostname.replace(/^www\./, '')} ${decoded(path)}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Bytes that are not UTF-8 stay as they are written.
    return path;
  }
}
