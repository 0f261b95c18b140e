import type { Contacts } from './contacts.ts';
import type { DocumentParts } from './document-parts.ts';
import { collectEmails } from './emails.ts';
import { jsonLdContacts } from './json-ld.ts';

/** Metas that state a contact, in Open Graph or as older pages do. */
const EMAIL_METAS = new Set(['og:email', 'business:contact_data:email', 'reply-to', 'email', 'contact']);
const TELEPHONE_METAS = new Set(['og:phone_number', 'business:contact_data:phone_number']);
const COUNTRY_METAS = new Set(['og:country-name', 'business:contact_data:country_name']);
/** What the page states in JSON-LD, in its markup and in metas, in this order. */
export function statedContacts(parts: DocumentParts): Contacts {
  const jsonLd = jsonLdContacts(parts.scripts.filter(({ isJsonLd }) => isJsonLd).map(({ text }) => text));
  const metas = (keys: ReadonlySet<string>): readonly string[] =>
    parts.metas.filter(({ key }) => keys.has(key)).map(({ content }) => content);
  return {
    addressCountries: [
      ...jsonLd.addressCountries,
      ...parts.contacts.addressCountries,
      ...metas(COUNTRY_METAS),
    ],
    telephones: [...jsonLd.telephones, ...parts.contacts.telephones, ...metas(TELEPHONE_METAS)],
    emails: [...jsonLd.emails, ...parts.contacts.emails, ...metas(EMAIL_METAS)],
  };
}

/** The addresses of a page: those in links and text, then those that are stated. Unique, at most 100. */
export function pageEmails(inText: readonly string[], stated: readonly string[]): readonly string[] {
  if (stated.length === 0) return inText;
  const collector = collectEmails(inText);
  for (const email of stated) collector.addMailto(email.replace(/^\s*mailto:/i, ''));
  return collector.emails();
}
