// The output of a search that prints the texts that match, and nothing else.
import type { FoundChange, FoundItem } from '@sitegrep/client';
import { SEARCH_BOUNDS } from '@sitegrep/search/bounds';
import { matchingTexts } from './match-lines.ts';
import { counted } from './terminal.ts';

/** Prints the texts of items, and tells of those that are missing. */
export class PrintedTexts {
  #count = 0;
  /** Items that have as many as an answer shows, and may have more. */
  #full = 0;

  print(item: Exclude<FoundItem, FoundChange>): void {
    const texts = matchingTexts(item);
    process.stdout.write(texts.map((text) => `${text}\n`).join(''));
    this.#count += texts.length;
    if (texts.length >= SEARCH_BOUNDS.maxMatches) this.#full += 1;
  }

  /** Tells on standard error why texts are missing. @param noun name of an item */
  tell(noun: string): void {
    if (this.#count === 0)
      process.stderr.write('no text to print: what was found fulfils the query by other things than texts\n');
    if (this.#full > 0)
      process.stderr.write(
        `only the first ${SEARCH_BOUNDS.maxMatches} texts are printed of ${counted(this.#full, noun)}, which may have more\n`,
      );
  }
}
