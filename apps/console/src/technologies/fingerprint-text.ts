// Fingerprints as somebody writes them into the form.
import { TECHNOLOGIES_TEXT as WORDS } from '../text/technologies.ts';

/** Reads a map of fingerprints. @throws Error with what is wrong */
export function fingerprintsIn(text: string): Record<string, unknown> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new Error(WORDS.notJson(error instanceof Error ? error.message : String(error)), { cause: error });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Error(WORDS.notMap);
  return Object.fromEntries(Object.entries(read));
}
