import { TEXT } from '../text.ts';

/** Copies a text. @returns the note for its reader: that it is copied, or what to do as it is not */
export async function noteOfCopy(text: string): Promise<string> {
  try {
    // Where the console is not served over HTTPS, browsers have no clipboard.
    await navigator.clipboard.writeText(text);
    return TEXT.copied;
  } catch {
    return TEXT.notCopied;
  }
}
