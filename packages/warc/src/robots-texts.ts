/** What all texts that are remembered may have together, in characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** What an origin counts for besides its text. */
const ENTRY_CHARACTERS = 200;

/** The robots.txt of the origins that a capture told of last; with texts of usual length those of thousands of origins. */
export class RobotsTexts {
  readonly #byOrigin = new Map<string, string>();
  #weight = 0;

  keep(origin: string, text: string): void {
    this.#forget(origin);
    this.#byOrigin.set(origin, text);
    this.#weight += ENTRY_CHARACTERS + text.length;
    for (const oldest of this.#byOrigin.keys()) {
      if (this.#weight <= MAX_CHARACTERS) break;
      this.#forget(oldest);
    }
  }

  /** Of the origin of a URL; null if there was none, or too long ago. */
  of(url: string): string | null {
    return this.#byOrigin.get(new URL(url).origin) ?? null;
  }

  #forget(origin: string): void {
    const text = this.#byOrigin.get(origin);
    if (text === undefined) return;
    this.#byOrigin.delete(origin);
    this.#weight -= ENTRY_CHARACTERS + text.length;
  }
}
