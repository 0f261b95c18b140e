import type { DomainDetails } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { counted, number } from '../format.ts';
import { countryName, languageName } from '../names.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { SiteLink } from '../parts/SiteLink.tsx';
import { Time } from '../parts/Time.tsx';
import { TEXT } from '../text.ts';
import { DOMAIN_TEXT } from '../text/domain.ts';
import './domain.css';

const FACTS = DOMAIN_TEXT.facts;

/** A fact that was read from a place on a page. */
interface Written {
  readonly source: string;
  readonly written: string;
}

/** The facts of a domain, each with where it was read. */
export function Overview({ details }: { readonly details: DomainDetails }) {
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [FACTS.site_name, details.site_name && <Named fact={details.site_name} />],
    [FACTS.legal_name, details.legal_name && <Named fact={details.legal_name} />],
    [FACTS.description, details.description && <Foreign text={details.description} />],
    [FACTS.keywords, foreignList(details.meta_keywords)],
    [FACTS.rank, number(details.rank)],
    [FACTS.visited, details.visited && <Time at={details.visited} />],
    [FACTS.pages, counted(details.pages_count, TEXT.search.page, TEXT.search.pages)],
    [
      FACTS.country,
      details.country && (
        <>
          {countryName(details.country)}
          <Why
            lines={details.country_evidence.map(
              ({ country, source, value, weight }) =>
                `${country}: ${source} ${value} (${DOMAIN_TEXT.weight} ${weight})`,
            )}
          />
        </>
      ),
    ],
    [FACTS.language, details.language && languageName(details.language)],
    [FACTS.detected, details.content_language && languageName(details.content_language)],
    [
      FACTS.email,
      list(details.email_addresses, ({ email, ...origin }) => (
        <>
          <Foreign text={email} />
          <Why lines={originOf(origin)} />
        </>
      )),
    ],
    [
      FACTS.phones,
      list(details.phone_numbers, ({ number: digits, kind, ...origin }) => (
        <>
          {digits} <span className="quiet">{kind}</span>
          <Why lines={originOf(origin)} />
        </>
      )),
    ],
    [
      FACTS.addresses,
      list(details.postal_addresses, ({ text, source, url }) => (
        <>
          <Foreign text={text} />
          <Why lines={[source, url]} />
        </>
      )),
    ],
    [
      FACTS.profiles,
      list(details.social_profiles, ({ profile, ...origin }) => (
        <>
          <SiteLink url={profile} />
          <Why lines={originOf(origin)} />
        </>
      )),
    ],
    [
      FACTS.contact,
      details.contact_page && (
        <>
          <SiteLink url={details.contact_page.value} />
          <Why lines={linesOf(details.contact_page)} />
        </>
      ),
    ],
    [FACTS.legal, links(details.legal_links, ({ kind }) => kind)],
    [FACTS.feeds, links(details.feeds, ({ type }) => type)],
    [FACTS.apps, links(details.app_links, ({ store }) => store)],
    [FACTS.payment, foreignList(details.payment_marks.map(({ name }) => name))],
    [
      FACTS.numbers,
      list(details.registration_numbers, (one) => (
        <>
          <span className="quiet">{one.kind}</span> <Foreign text={one.number} />
          <Why lines={linesOf(one)} />
        </>
      )),
    ],
    [FACTS.hours, list(details.opening_hours, ({ day, from, to }) => `${day} ${from}–${to}`)],
    [FACTS.generator, foreignList(details.generator)],
    [FACTS.plugin, foreignList(details.plugin)],
    [FACTS.theme, foreignList(details.theme)],
    [FACTS.dns, foreignList(details.dns)],
    [FACTS.certificate, details.certificate],
    [FACTS.kind, details.kind?.replaceAll('_', ' ')],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Named({ fact }: { readonly fact: Written & { readonly value: string } }) {
  return (
    <>
      <Foreign text={fact.value} />
      <Why lines={linesOf(fact)} />
    </>
  );
}

function linesOf({ source, written }: Written): readonly string[] {
  return [source, written];
}

/** Lines that say where a contact was read: the kind of place, how it is written there, and the page. */
function originOf({ source, written, url }: Written & { readonly url: string }): readonly string[] {
  return [...new Set([source, written, url])];
}

/** Evidence of a fact, folded away. */
function Why({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="why">
      <summary>{DOMAIN_TEXT.evidence}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <Foreign text={line} className="mono" />
          </li>
        ))}
      </ul>
    </details>
  );
}

function list<Item>(items: readonly Item[], shown: (item: Item) => ReactNode): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul className="stack tight">
      {items.map((item) => (
        <li key={JSON.stringify(item)}>{shown(item)}</li>
      ))}
    </ul>
  );
}

function foreignList(items: readonly string[]): ReactNode {
  if (items.length === 0) return null;
  return (
    <ul className="row">
      {items.map((item) => (
        <li key={item} className="chip">
          <Foreign text={item} />
        </li>
      ))}
    </ul>
  );
}

function links<Item extends Written & { readonly url: string }>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
): ReactNode {
  return list(items, (item) => (
    <>
      <span className="quiet">{kindOf(item)}</span> <SiteLink url={item.url} />
      <Why lines={linesOf(item)} />
    </>
  ));
}
