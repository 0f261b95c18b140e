import { seriesClass } from './line-look.ts';

/** Colours and type of the style sheet, as a canvas takes them. */
export class Colours {
  quiet = '';
  line = '';
  readonly #parent: HTMLElement;
  readonly #probes: readonly HTMLElement[];
  #ofLines: readonly string[] = [];

  constructor(parent: HTMLElement, lines: number) {
    this.#parent = parent;
    this.#probes = Array.from({ length: lines }, (_, line) => {
      const probe = document.createElement('span');
      probe.className = seriesClass(line);
      parent.append(probe);
      return probe;
    });
    this.read();
  }

  get font(): string {
    return this.fontAt(1);
  }

  fontAt(ratio: number): string {
    const { fontSize, fontFamily } = getComputedStyle(this.#parent);
    return `${Number.parseFloat(fontSize) * ratio}px ${fontFamily}`;
  }

  read(): void {
    const { color, borderBlockStartColor } = getComputedStyle(this.#parent);
    this.quiet = color;
    this.line = borderBlockStartColor;
    this.#ofLines = this.#probes.map((probe) => getComputedStyle(probe).color);
  }

  of(line: number): string {
    return this.#ofLines[line] ?? this.quiet;
  }

  close(): void {
    for (const probe of this.#probes) probe.remove();
  }
}

/** Calls when the colours of the page change. @returns stops that */
export function onOtherScheme(act: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', act);
  const chosen = new MutationObserver(act);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', act);
    chosen.disconnect();
  };
}
