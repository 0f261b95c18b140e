// Whether the text that a page shows is what it is about.
import { announcesPage, asksToWait, withoutRequests } from '@sitegrep/facts/requests-to-wait';

/**
 * Judges the texts that a page shows one after the other: whether it shows nothing yet. It does not if there is no text, or one
 * that asks to wait or announces another page. A request to wait that stays where it is counts no more when text has come in
 * addition to the first one.
 */
export function textJudge(): (text: string) => boolean {
  let first: string | null = null;
  return (text) => {
    const letters = lettersOf(text);
    if (letters === '') return true;
    first ??= letters;
    if (announcesPage(text)) return true;
    if (letters === first) return asksToWait(text) || withoutRequests(text) === '';
    return !letters.includes(first) && withoutRequests(text) === '';
  };
}

/** Leaves out what a progress changes: numbers and dots. */
function lettersOf(text: string): string {
  return text.replace(/\P{L}+/gu, '');
}
