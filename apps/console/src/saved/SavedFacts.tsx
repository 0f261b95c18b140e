import type { SavedSearchItem, SavedSearchRecord } from '@sitegrep/client';
import { number } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { Domains } from './SavedPage.tsx';
import { SavedQuery } from './SavedQuery.tsx';

/** A saved search in facts: its query, how many domains fulfil it, whom it tells. */
export function SavedFacts({ search }: { readonly search: SavedSearchRecord }) {
  const { id, level, shared, notify, changed_at: changed } = search;
  return (
    <dl className="facts">
      <dt>{WORDS.facts.name}</dt>
      <dd className="mono">{id}</dd>
      <dt>{WORDS.query}</dt>
      <dd>
        <SavedQuery search={search} />
      </dd>
      <dt>{WORDS.level}</dt>
      <dd>{WORDS.levels[level]}</dd>
      {level !== 'change' && (
        <>
          <dt>{WORDS.facts.domains}</dt>
          <dd>
            <Domains search={search} />
          </dd>
        </>
      )}
      {notify !== null && (
        <>
          <dt>{WORDS.facts.tells}</dt>
          <dd>
            <Foreign text={tellsText(notify)} />
          </dd>
        </>
      )}
      <dt>{WORDS.facts.owner}</dt>
      <dd>{shared ? WORDS.ofAll : WORDS.ofOne}</dd>
      <dt>{WORDS.facts.changed}</dt>
      <dd>
        <Time at={changed} />
      </dd>
    </dl>
  );
}

/** The receivers of a search and what they are told, in words. */
function tellsText({ webhook, mail, on, count }: NonNullable<SavedSearchItem['notify']>): string {
  if (webhook === null && mail === null) return WORDS.nobody;
  return [
    ...(webhook === null ? [] : [WORDS.tellsWebhook(webhook.url, WORDS.templates[webhook.template])]),
    ...(mail === null ? [] : [WORDS.tellsMail(mail.to.join(', '), WORDS.periods[mail.every])]),
    on.map((kind) => WORDS.kinds[kind]).join(', '),
    ...(count === null ? [] : [WORDS.tellsCount(number(count))]),
  ].join(' · ');
}
