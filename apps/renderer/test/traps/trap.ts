/* A page that is easily taken for finished too early or too late, with what must come of it. */

export interface Trap {
  readonly name: string;
  /** Body of the page. `HOST` in it is the host of another site with its port, `BARE` one that can't be reached. */
  readonly body: string;
  /** Other documents of the site, by path. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Whether pictures are fetched. */
  readonly pictures?: boolean;
  /** Texts that the rendered document must have, and the source must not. */
  readonly texts?: readonly string[];
  /** Texts that it must not have. */
  readonly without?: readonly string[];
  /** Reason why something may be missing; absent: nothing is. */
  readonly said?: RegExp;
}

/** A page with an element to fill, and a script that knows it as `out`, with `show` to write into it. */
export function filling(code: string, shown = '<h1>A shop for tea</h1>'): string {
  return `${shown}<div id="out"></div><script>
    const out = document.getElementById('out');
    const show = (...words) => { out.append(words.join(' ') + ' ') };
    ${code}
  </script>`;
}

/** Address that answers with a text after a time. */
export function late(ms: number, text: string, type: 'css' | 'html' | 'js' | 'text' = 'text'): string {
  return `/late/${type}/${ms}?${encodeURIComponent(text).replaceAll("'", '%27')}`;
}
