import { joinText } from './joined-text.ts';

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
