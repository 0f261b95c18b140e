// E-mail addresses of the owner of a page: those in links and text, then those that a script puts together, then those that its
// structured data and metas state.
import type { EmailAddress } from '@sitegrep/site';
import type { DocumentParts } from '../document/document-parts.ts';
import type { SiteOwner } from '../ownership/site-owner.ts';
import { cloakedEmails } from './cloaked-emails.ts';
import { collectEmails, MAX_EMAILS } from './emails.ts';
import { ownEmails } from './own-emails.ts';

/** Metas that name an author, whose address is one of the site if its domain is. */
const AUTHOR_METAS = new Set(['author', 'dc.creator']);

/**
 * Unique, at most 100. An address of structured data that stands in the text as well counts if that place is the owner's.
 *
 * @param stated addresses of structured data and metas, with or without `mailto:`
 */
export function pageEmails(
  parts: DocumentParts,
  owner: SiteOwner,
  stated: readonly string[],
): readonly EmailAddress[] {
  const inText = ownEmails(parts.emails, owner, parts.zones);
  const authors = parts.metas
    .filter(
      ({ key, content }) => AUTHOR_METAS.has(key) && owner.owns(content.slice(content.lastIndexOf('@') + 1)),
    )
    .map(({ content }) => content);
  const cloaked = cloakedEmails(parts.scripts);
  if (stated.length + authors.length + cloaked.length === 0) return inText;
  const found = new Map(inText.map((address) => [address.email, address]));
  const add = (text: string, source: EmailAddress['source'], hidden: string | null): void => {
    const collector = collectEmails();
    collector.addMailto(text.replace(/^\s*mailto:/i, ''), undefined, hidden);
    for (const [email, [first]] of collector.sightings())
      if (first !== undefined && !found.has(email) && !parts.emails.has(email) && found.size < MAX_EMAILS)
        found.set(email, { email, source, written: first.written });
  };
  for (const { email, written } of cloaked) add(email, 'link', written);
  for (const text of [...stated, ...authors]) add(text, 'structured_data', null);
  return [...found.values()];
}
