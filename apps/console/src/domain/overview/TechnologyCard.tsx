import type { DomainDetails, DomainHistory } from '@sitegrep/client';
import { useState } from 'react';
import { dayText, timeOf } from '../../format.ts';
import { Foreign } from '../../parts/Foreign.tsx';
import { OVERVIEW_TEXT as WORDS } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { recentBefore } from './recent.ts';
import { TabLink } from './TabLink.tsx';
import { groupName, type ShownTechnology, technologiesOf } from './technology-groups.ts';
import { TechnologyEvidence } from './TechnologyEvidence.tsx';

interface TechnologyCardProps {
  readonly details: DomainDetails;
  readonly query: string;
  /** The first part of the history; null: it is not known. */
  readonly history: DomainHistory | null;
}

/** Technologies by group, with what came and went lately. A click on one shows why it is there. */
export function TechnologyCard({ details, query, history }: TechnologyCardProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { domain } = details;
  const { groups, gone, implied } = technologiesOf(
    details,
    history?.items ?? [],
    recentBefore(history?.visits ?? []),
  );
  const isEmpty = groups.length === 0 && implied.length === 0;
  return (
    <Card
      title={WORDS.technologies}
      beside={
        <TabLink domain={domain} search={{ ...(query !== '' && { q: query }), tab: 'technologies' }}>
          {WORDS.allTechnologies} <span aria-hidden="true">→</span>
        </TabLink>
      }
    >
      {isEmpty && <p className="quiet">{WORDS.noTechnologies}</p>}
      <dl className="groups">
        {groups.map(({ group, technologies }) => (
          <div key={group} className="group">
            <dt>{groupName(group)}</dt>
            <dd>
              <ul className="chips">
                {technologies.map((one) => (
                  <li key={one.name}>
                    <Chip
                      technology={one}
                      isOpen={open === `${group} ${one.name}`}
                      onOpen={(isOpen) => setOpen(isOpen ? `${group} ${one.name}` : null)}
                    />
                  </li>
                ))}
              </ul>
              {technologies.map(
                ({ name }) =>
                  open === `${group} ${name}` && (
                    <TechnologyEvidence key={name} domain={domain} name={name} />
                  ),
              )}
            </dd>
          </div>
        ))}
        {gone.length > 0 && (
          <div className="group">
            <dt>{WORDS.gone}</dt>
            <dd>
              <ul className="chips">
                {gone.map(({ name, at }) => (
                  <li key={name} className="chip gone">
                    <s>
                      <Foreign text={name} />
                    </s>{' '}
                    <span className="quiet">{WORDS.goneOn(dayText(timeOf(at)))}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {implied.length > 0 && (
          <div className="group">
            <dt>{WORDS.implied}</dt>
            <dd className="quiet">{implied.join(', ')}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function Chip(props: {
  readonly technology: ShownTechnology;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { technology, isOpen, onOpen } = props;
  const { name, versions, cameAt } = technology;
  return (
    <button
      type="button"
      className={cameAt === null ? 'chip' : 'chip came'}
      aria-expanded={isOpen}
      title={WORDS.why(name)}
      onClick={() => onOpen(!isOpen)}
    >
      {cameAt !== null && <span aria-hidden="true">+</span>}
      <Foreign text={name} />
      {versions.length > 0 && <span className="version">{versions.join(', ')}</span>}
      {cameAt !== null && <span>{WORDS.came(dayText(timeOf(cameAt)))}</span>}
    </button>
  );
}
