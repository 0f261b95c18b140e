import { DomUtils, parseDocument } from 'htmlparser2';

/** An attribute with a quoted value within an end tag, or what may be one. */
const QUOTED_IN_END_TAG = /<\/[a-z][^>]*=[\t\n\f\r ]*["']/i;

/**
 * Whether htmlparser2 may read a document otherwise than the HTML standard, so that it is not a reference for it: it ends a
 * script that holds `<!--` and then `<script` at the first `</script`, and an end tag at the first `>`, even in quotes.
 */
export function mayDeviate(html: string): boolean {
  const scripts = DomUtils.getElementsByTagName('script', parseDocument(html));
  return (
    QUOTED_IN_END_TAG.test(html) ||
    scripts.some((script) => /<!--[^]*<script[\t\n\f\r />]/i.test(DomUtils.textContent(script)))
  );
}
