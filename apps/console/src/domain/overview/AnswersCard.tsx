import type { DomainAnswers } from '@sitegrep/client';
import { OVERVIEW_TEXT } from '../../text/overview.ts';
import { Card } from './Card.tsx';
import { certificateText, fileText, robotsText, type Said } from './site-answers.ts';
import { TabLink } from './TabLink.tsx';

const WORDS = OVERVIEW_TEXT.answers;

interface AnswersCardProps {
  readonly domain: string;
  readonly answers: DomainAnswers;
}

/** The answers of a site to machines. */
export function AnswersCard({ domain, answers }: AnswersCardProps) {
  const { agents, files, certificate } = answers;
  const said: readonly (readonly [name: string, said: Said])[] = [
    [WORDS.robots, robotsText(agents)],
    [WORDS.llms, fileText(files, 'llms.txt')],
    [WORDS.security, fileText(files, 'security.txt')],
    [WORDS.certificate, certificateText(certificate, new Date())],
  ];
  return (
    <Card
      title={OVERVIEW_TEXT.answersTitle}
      beside={
        <TabLink domain={domain} search={{ tab: 'answers' }}>
          {OVERVIEW_TEXT.allAnswers} <span aria-hidden="true">→</span>
        </TabLink>
      }
    >
      <dl className="facts narrow-facts">
        {said.map(([name, { text, look }]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd className={look === 'usual' ? undefined : look}>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
