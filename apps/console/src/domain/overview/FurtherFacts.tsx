import type { DomainDetails } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { number } from '../../format.ts';
import { countryName, languageName } from '../../names.ts';
import { Foreign } from '../../parts/Foreign.tsx';
import { SiteLink } from '../../parts/SiteLink.tsx';
import { DOMAIN_TEXT } from '../../text/domain.ts';
import { OVERVIEW_TEXT } from '../../text/overview.ts';
import { Card } from './Card.tsx';

const FACTS = DOMAIN_TEXT.facts;

/** Items of a list that are shown at first. */
const SHOWN = 3;

/** A fact that was read from a place on a page. */
interface Written {
  readonly source: string;
  readonly written: string;
}

/** The facts of a domain that have no card of their own, each with where it was read. */
export function FurtherFacts({ details }: { readonly details: DomainDetails }) {
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [FACTS.site_name, details.site_name && <Named fact={details.site_name} />],
    [FACTS.legal_name, details.legal_name && <Named fact={details.legal_name} />],
    [FACTS.description, details.description && <Foreign text={details.description} />],
    [FACTS.keywords, foreignList(details.meta_keywords)],
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
    [
      FACTS.detected,
      details.content_language !== null &&
        details.content_language !== details.language &&
        languageName(details.content_language),
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
    [FACTS.hours, foreignList(details.opening_hours.map(({ day, from, to }) => `${day} ${from}–${to}`))],
    [FACTS.generator, foreignList(details.generator)],
    [FACTS.plugin, foreignList(details.plugin)],
    [FACTS.theme, foreignList(details.theme)],
    [FACTS.dns, foreignList(details.dns)],
    [FACTS.certificate, details.certificate],
    [FACTS.kind, details.kind?.replaceAll('_', ' ')],
  ];
  const known = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  if (known.length === 0) return null;
  return (
    <Card title={OVERVIEW_TEXT.facts} className="further-facts">
      <dl className="facts">
        {known.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
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
  const part = (some: readonly Item[]): ReactNode => (
    <ul className="stack tight">
      {some.map((item) => (
        <li key={JSON.stringify(item)}>{shown(item)}</li>
      ))}
    </ul>
  );
  const rest = items.slice(SHOWN);
  return (
    <>
      {part(items.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary className="quiet">{OVERVIEW_TEXT.more(number(rest.length))}</summary>
          {part(rest)}
        </details>
      )}
    </>
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
