import { joinText } from './text.ts';

/** Maximum scripts per page; real pages have far fewer. */
const MAX_SCRIPTS = 5_000;

/** An inline script. */
export interface InlineScript {
  /** Exactly the characters between the tags. */
  readonly text: string;
  /** Offset of `text` in the source; -1 if it does not occur there as one piece. */
  readonly offset: number;
  readonly isJsonLd: boolean;
}

interface Script {
  text: string;
  /** Offset of the first character. */
  offset: number;
  /** Offset after the text that was added last. */
  end: number;
  /** Whether the text is one piece of the source. */
  isWhole: boolean;
  isJsonLd: boolean;
}

/** Collects the content of script elements. Within SVG they can be nested and hold other elements. */
export class InlineScripts {
  readonly #all: Script[] = [];
  /** Open script elements, the innermost last. */
  readonly #open: Script[] = [];

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** @param isOfPage false for a script in a template, which is not part of the page: its content is left out */
  open(isOfPage: boolean): void {
    const script: Script = { text: '', offset: -1, end: -1, isWhole: true, isJsonLd: false };
    this.#open.push(script);
    if (isOfPage && this.#all.length < MAX_SCRIPTS) this.#all.push(script);
  }

  /** Sets the type of the innermost script. Call it after `open` and before `add`. */
  setType(type: string): void {
    const script = this.#open.at(-1);
    if (script !== undefined) script.isJsonLd = /^\s*application\/ld\+json\b/i.test(type);
  }

  /** Adds text to the innermost script. @param offset of the text in the source */
  add(text: string, offset: number): void {
    const script = this.#open.at(-1);
    if (script === undefined) return;
    if (script.text === '') script.offset = offset;
    else if (script.end !== offset) script.isWhole = false;
    script.text += text;
    script.end = offset + text.length;
  }

  close(): void {
    this.#open.pop();
  }

  /** Scripts that are not empty, in the order of their start tags. */
  scripts(source: string): readonly InlineScript[] {
    return this.#all
      .filter(({ text }) => text !== '')
      .map(({ text, offset, isWhole, isJsonLd }) => ({
        text,
        // To compare a long script with the source costs more than to read it.
        offset: isWhole || source.startsWith(text, offset) ? offset : -1,
        isJsonLd,
      }));
  }
}

/** Collects the content of style elements. Within SVG they can be nested and hold other elements. */
export class InlineStyles {
  readonly #css = joinText('\n');
  /** Text of the innermost open style element so far. */
  #style = '';
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  open(): void {
    this.#end();
    this.#depth += 1;
  }

  add(text: string): void {
    this.#style += text;
  }

  close(): void {
    this.#end();
    this.#depth -= 1;
  }

  /** Content of all closed style elements, joined by line feeds; at most 1 MiB of characters. */
  css(): string {
    return this.#css.text();
  }

  #end(): void {
    this.#css.add(this.#style);
    this.#style = '';
  }
}
