// What a site answers besides the sources of its pages: files, agents, certificate, icon, and the heads of its pages.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DomainAnswers } from '@sitegrep/client';
import type { ReactNode } from 'react';
import { number, size } from '../format.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Link } from '../parts/Link.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Time } from '../parts/Time.tsx';
import { ANSWERS_TEXT as WORDS } from '../text/domain.ts';
import { answersList } from './domain-lists.ts';
import { Heads } from './Heads.tsx';
import { IconPicture } from './IconPicture.tsx';
import { KnownFiles } from './KnownFiles.tsx';

export function Answers({ domain }: { readonly domain: string }) {
  const answers = useInfiniteQuery(answersList(domain));
  const site = answers.data?.pages[0];
  return (
    <div className="stack sections">
      {site !== undefined && (
        <>
          <Part title={WORDS.files} none={WORDS.noFiles} isEmpty={site.files.length === 0}>
            <KnownFiles domain={domain} files={site.files} />
          </Part>
          <Part title={WORDS.agents} none={WORDS.noAgents} isEmpty={site.agents.length === 0}>
            <Agents agents={site.agents} />
          </Part>
          <Part title={WORDS.certificate} none={WORDS.noCertificate} isEmpty={site.certificate === null}>
            {site.certificate !== null && <Certificate certificate={site.certificate} />}
          </Part>
          <Part title={WORDS.icon} none={WORDS.noIcon} isEmpty={site.icon === null}>
            {site.icon !== null && <Icon domain={domain} icon={site.icon} />}
          </Part>
        </>
      )}
      <section className="stack tight">
        {site !== undefined && <h2>{WORDS.heads}</h2>}
        <LoadedList list={answers} lines={8} none={null}>
          {(items) => <Heads items={items} />}
        </LoadedList>
      </section>
    </div>
  );
}

function Part(props: {
  readonly title: string;
  /** Text instead of an empty part. */
  readonly none: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}) {
  const { title, none, isEmpty, children } = props;
  return (
    <section className="stack tight">
      <h2>{title}</h2>
      {isEmpty ? <p className="quiet">{none}</p> : children}
    </section>
  );
}

const VERDICTS = ['blocked', 'partly', 'allowed'] as const;

/** Agents by what they may fetch. */
function Agents({ agents }: { readonly agents: DomainAnswers['agents'] }) {
  const groups = VERDICTS.map((verdict) => ({
    verdict,
    names: agents.filter((one) => one.verdict === verdict).map(({ agent }) => agent),
  })).filter(({ names }) => names.length > 0);
  return (
    <dl className="facts">
      {groups.map(({ verdict, names }) => (
        <div key={verdict} className="fact">
          <dt>{WORDS.verdicts[verdict]}</dt>
          <dd>
            <ul className="row">
              {names.map((name) => (
                <li key={name} className="chip">
                  {name}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Certificate({ certificate }: { readonly certificate: NonNullable<DomainAnswers['certificate']> }) {
  const { issuer, names, names_count: all, not_before: from, not_after: until, tls } = certificate;
  return (
    <Facts
      facts={[
        [WORDS.issuer, issuer !== null && <Foreign text={issuer} />],
        [
          WORDS.names,
          <ul key="names" className="row">
            {names.map((name) => (
              <li key={name} className="chip">
                <Foreign text={name} />
              </li>
            ))}
            {all > names.length && <li className="quiet">{WORDS.further(number(all - names.length))}</li>}
          </ul>,
        ],
        [WORDS.from, <Time key="from" at={from} />],
        [WORDS.until, <Time key="until" at={until} />],
        [WORDS.tls, tls],
      ]}
    />
  );
}

function Icon(props: { readonly domain: string; readonly icon: NonNullable<DomainAnswers['icon']> }) {
  const { domain, icon } = props;
  const { url, bytes, mmh3, md5, sha256, phash, problem } = icon;
  return (
    <div className="row icon-of-site">
      {problem === null && <IconPicture domain={domain} alt={WORDS.iconOf(domain)} />}
      <Facts
        facts={[
          [WORDS.address, <Foreign key="url" text={url} />],
          [WORDS.bytes, size(bytes)],
          ['mmh3', <Hash key="mmh3" text={String(mmh3)} />],
          ['MD5', <Hash key="md5" text={md5} />],
          ['SHA-256', <Hash key="sha256" text={sha256} />],
          ['pHash', phash !== null && <Hash text={phash} />],
          [WORDS.unread, problem !== null && <Foreign text={problem} />],
        ]}
      />
      <Link to="/search" search={{ q: `icon:${mmh3}` }}>
        {WORDS.sameIcon}
      </Link>
    </div>
  );
}

function Hash({ text }: { readonly text: string }) {
  return <span className="mono">{text}</span>;
}

function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
