// Patterns for libraries in mirrors of npm and other libraries of files, whose addresses name a package and its version.
//
// Each pattern is looked for near few texts: those of the common mirrors with the name of the package, and those of the rare
// mirrors alone, which all patterns share. Every further text would cost time on every page.
import type { Fingerprint } from '../fingerprints.ts';

/** The version of a package; a range (`^3`) or a name (`latest`) is not one. */
const VERSION = '(\\d{1,4}(?:\\.\\d{1,4}){0,3}(?:-(?:alpha|beta|rc)[.\\d]{0,5})?)';
const AT_VERSION = `(?:@v?${VERSION}(?![\\d.])|(?=[@/?,]|$))`;

/** `cdn.jsdelivr.net/npm/`, `ga.jspm.io/npm:`, `unpkg.com/`; a file of several packages (`combine/`) names each after a comma. */
const MIRRORS = '(?:npm[/:]|unpkg\\.com/)';
/** Rare mirrors, with the folders of their builds: `esm.sh/v135/`, `cdn.skypack.dev/pin/`. */
const RARE_MIRRORS =
  '(?:esm\\.run|esm\\.sh|jspm\\.dev|npmcdn\\.com|pika\\.dev|skypack\\.dev)/{1,2}(?:\\x2a|v\\d{1,3}/|stable/|-/|pin/|new/|npm:)?';
/** `cdnjs.cloudflare.com/ajax/libs/` and the like. */
const LIBRARIES = '/ajax/libs/';
const RARE_LIBRARIES =
  '(?:aspnetcdn\\.com/ajax|baomitu\\.com|bootcss\\.com|staticfile\\.net|staticfile\\.org)/{1,2}';

/**
 * A fingerprint of these packages in such addresses.
 *
 * @param packages names at npm and at cdnjs
 * @param hasStyles whether pages link to style sheets of them
 */
export function packageFingerprint(packages: readonly string[], hasStyles: boolean): Partial<Fingerprint> {
  const names = packages.map((each) => each.replaceAll(/[.+]/g, '\\$&'));
  const name = names.length === 1 ? (names[0] ?? '') : `(?:${names.join('|')})`;
  const pattern = (mirrors: readonly string[], libraries: readonly string[]): string =>
    `(?:(?:${mirrors.map((mirror) => mirror + name).join('|')})${AT_VERSION}|` +
    `(?:${libraries.map((library) => library + name).join('|')})/v?${VERSION}/)\\;version:\\1\\2`;
  const scriptSrc = [pattern([MIRRORS, RARE_MIRRORS], [LIBRARIES, RARE_LIBRARIES])];
  if (!hasStyles) return { scriptSrc };
  const selector = packages.map((each) => `link[href*='${each}']`).join(', ');
  return { scriptSrc, dom: { [selector]: { attributes: { href: pattern([MIRRORS], [LIBRARIES]) } } } };
}
