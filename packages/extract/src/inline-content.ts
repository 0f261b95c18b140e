import { joinText } from './text.ts';

/** Scripts that are kept of one page; real pages stay far below. */
const MAX_SCRIPTS = 5_000;

/** A script that stands in the page itself. */
export interface InlineScript {
  /** Exactly the characters between the tags. */
  readonly text: string;
  /** Where `text` starts in the source; -1 if it isn't there in one piece. */
  readonly offset: number;
  readonly isJsonLd: boolean;
}

interface Script {
  text: string;
  /** Of the first of its characters. */
  offset: number;
  isJsonLd: boolean;
}

/** Gathers what stands in script elements. Within SVG they can nest, and hold other elements. */
export class InlineScripts {
  readonly #all: Script[] = [];
  /** Those that are open, the innermost last. */
  readonly #open: Script[] = [];

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  open(): void {
    const script: Script = { text: '', offset: -1, isJsonLd: false };
    this.#open.push(script);
    if (this.#all.length < MAX_SCRIPTS) this.#all.push(script);
  }

  /** Of the innermost script; its type comes after its name, and its text after that. */
  setType(type: string): void {
    const script = this.#open.at(-1);
    if (script !== undefined) script.isJsonLd = /^\s*application\/ld\+json\b/i.test(type);
  }

  /** Text in the innermost script, from `offset` in the source on. */
  add(text: string, offset: number): void {
    const script = this.#open.at(-1);
    if (script === undefined) return;
    if (script.text === '') script.offset = offset;
    script.text += text;
  }

  close(): void {
    this.#open.pop();
  }

  /** Those that hold anything, in the order in which they began. */
  scripts(source: string): readonly InlineScript[] {
    return this.#all
      .filter(({ text }) => text !== '')
      .map(({ text, offset, isJsonLd }) => ({
        text,
        offset: source.startsWith(text, offset) ? offset : -1,
        isJsonLd,
      }));
  }
}

/** Gathers what stands in style elements. Within SVG they can nest, and hold other elements. */
export class InlineStyles {
  readonly #css = joinText('\n');
  /** Text of the innermost open style so far. */
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

  /** All that was closed, joined by line ends; at most 1 MiB of characters. */
  css(): string {
    return this.#css.text();
  }

  #end(): void {
    this.#css.add(this.#style);
    this.#style = '';
  }
}
