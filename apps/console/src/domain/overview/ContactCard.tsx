import type { DomainDetails } from '@sitegrep/client';
import { quotedText } from '@sitegrep/search/quoted';
import type { ReactNode } from 'react';
import { number } from '../../format.ts';
import { useMay } from '../../frame/caller.ts';
import { Foreign } from '../../parts/Foreign.tsx';
import { SiteLink } from '../../parts/SiteLink.tsx';
import { pathOf } from '../../search/result-facts.ts';
import { DOMAIN_TEXT } from '../../text/domain.ts';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { TabLink } from './TabLink.tsx';

const FACTS = DOMAIN_TEXT.facts;

/** Contacts of a kind that are shown at first. */
const SHOWN = 3;

/** A contact, with the page that it stands on and how it is written there. */
interface Found {
  readonly key: string;
  readonly shown: ReactNode;
  readonly url: string;
  /** Absent: the address leads to the page alone. */
  readonly written?: string;
}

/** How to reach who runs the site, each with the page that says so. */
export function ContactCard({ details }: { readonly details: DomainDetails }) {
  const { domain } = details;
  const kinds: readonly (readonly [name: string, found: readonly Found[]])[] = [
    [
      FACTS.email,
      details.email_addresses.map(({ email, url, written }) => ({
        key: email,
        shown: <Foreign text={email} />,
        url,
        written,
      })),
    ],
    [
      FACTS.phones,
      details.phone_numbers.map(({ number: digits, kind, url, written }) => ({
        key: `${digits} ${kind}`,
        shown: (
          <>
            {digits}
            {kind !== 'phone' && ` (${kind})`}
          </>
        ),
        url,
        written,
      })),
    ],
    [
      FACTS.addresses,
      details.postal_addresses.map(({ text, url }) => ({ key: text, shown: <Foreign text={text} />, url })),
    ],
    [
      FACTS.profiles,
      details.social_profiles.map(({ profile, url, written }) => ({
        key: profile,
        shown: (
          <SiteLink url={profile}>
            <Foreign text={profile.replace(/^https?:\/\//, '')} />
          </SiteLink>
        ),
        url,
        written,
      })),
    ],
  ];
  const known = kinds.filter(([, found]) => found.length > 0);
  const { contact_page: contact } = details;
  return (
    <Card title={WORDS.contact} className="contact">
      {known.length === 0 && contact === null && <p className="quiet">{WORDS.noContact}</p>}
      <dl className="facts narrow-facts">
        {known.map(([name, found]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>
              <Contacts domain={domain} found={found} />
            </dd>
          </div>
        ))}
        {contact !== null && (
          <div className="fact">
            <dt>{FACTS.contact}</dt>
            <dd>
              <SiteLink url={contact.value}>
                <Foreign text={pathOf(contact.value)} />
              </SiteLink>
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function Contacts({ domain, found }: { readonly domain: string; readonly found: readonly Found[] }) {
  const [shown, rest] = [found.slice(0, SHOWN), found.slice(SHOWN)];
  return (
    <>
      <List domain={domain} found={shown} />
      {rest.length > 0 && (
        <details>
          <summary className="quiet">{WORDS.more(number(rest.length))}</summary>
          <List domain={domain} found={rest} />
        </details>
      )}
    </>
  );
}

function List({ domain, found }: { readonly domain: string; readonly found: readonly Found[] }) {
  const maySource = useMay('source');
  return (
    <ul className="stack tight">
      {found.map(({ key, shown, url, written }) => (
        <li key={key}>
          {shown}{' '}
          {maySource ? (
            <TabLink
              domain={domain}
              className="quiet-link"
              title={WORDS.onPage(url)}
              search={{ tab: 'source', url, ...(written !== undefined && { q: quotedText(written) }) }}
            >
              <PageName url={url} />
            </TabLink>
          ) : (
            <span className="quiet">
              <PageName url={url} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function PageName({ url }: { readonly url: string }) {
  const path = pathOf(url);
  return path === '/' ? WORDS.homePage : <Foreign text={path} />;
}
