/* A made site whose page its scripts write, with what must be found on it. */

export interface ScriptSite {
  readonly name: string;
  /** Body of the page as a server sends it. `BUNDLE` in it is the tag of the script below. */
  readonly body: string;
  /** Further markup of the head. */
  readonly head?: string;
  /** Script of the page, which may import libraries: it is bundled. */
  readonly script?: string;
  /** Answers at other paths of the site, by path: type and text. */
  readonly files?: Readonly<Record<string, readonly [type: string, text: string]>>;
  /** Texts that the rendered document must have, and the source must not. */
  readonly texts: readonly string[];
  /** Targets of links likewise, as they are written. */
  readonly links?: readonly string[];
  /** Values of globals. */
  readonly globals?: Readonly<Record<string, string>>;
  /** Whether scripts must be seen to send requests to the host of the site. */
  readonly requests?: boolean;
}

export const HTML = 'text/html; charset=utf-8';
export const JSON_TYPE = 'application/json';
