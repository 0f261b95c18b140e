import { DomUtils, parseDocument } from 'htmlparser2';

/**
 * Whether a script holds `<!--` and then `<script`. By the HTML standard the next `</script` does not end it, but
 * htmlparser2 ends it there, so that its tree is no reference for such a document.
 */
export function hasScriptWithinScript(html: string): boolean {
  const scripts = DomUtils.getElementsByTagName('script', parseDocument(html));
  return scripts.some((script) => /<!--[^]*<script[\t\n\f\r />]/i.test(DomUtils.textContent(script)));
}
