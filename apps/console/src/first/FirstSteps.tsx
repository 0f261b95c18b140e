import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { client } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { Button } from '../parts/Button.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { FIRST_TEXT as WORDS } from '../text/first.ts';
import { FirstCrawl } from './FirstCrawl.tsx';
import { FirstKey } from './FirstKey.tsx';
import { FirstSamples } from './FirstSamples.tsx';
import { areAllDone, areStepsHidden, hideSteps, type Instance, stepsOf } from './steps.ts';
import './first.css';

/** Keys among which one for a program is looked for. */
const MAX_KEYS = 100;

/** Time for which the state of the instance is taken for current, in milliseconds. */
const FRESH_MS = 3_000;

const instanceQuery = {
  // With the crawls: one that was submitted is a step that is done.
  queryKey: ['crawls', 'first-steps'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Instance> => {
    const { admin } = client;
    const [samples, { settings }, crawls, keys] = await Promise.all([
      admin.samples.get({ signal }),
      admin.settings({ signal }),
      admin.crawls.list({ limit: 1 }, { signal }),
      admin.keys.list({ limit: MAX_KEYS }, { signal }),
    ]);
    return { samples, settings, crawls: crawls.items, keys: keys.items };
  },
  staleTime: FRESH_MS,
};

// Whoever loads this module shows them next: they wait for no other request.
void queryClient.prefetchQuery(instanceQuery);

interface FirstStepsProps {
  /** True if there is nothing to search yet. */
  readonly isEmpty: boolean;
  readonly onQuery: (query: string) => void;
  /** Shown where no step has searches. */
  readonly children: ReactNode;
}

/** Things to do with a new instance, until all of it is done or it is hidden. Needs the scope `admin`. */
export function FirstSteps(props: FirstStepsProps) {
  const [isHidden, setHidden] = useState(areStepsHidden);
  if (isHidden && !props.isEmpty) return props.children;
  return (
    <Steps
      {...props}
      onHide={() => {
        hideSteps();
        setHidden(true);
      }}
    />
  );
}

function Steps({ isEmpty, onQuery, onHide, children }: FirstStepsProps & { readonly onHide: () => void }) {
  const title = useId();
  const instance = useQuery(instanceQuery);
  const [secret, setSecret] = useState<string | null>(null);
  const isOver = instance.data !== undefined && areAllDone(stepsOf(instance.data)) && secret === null;
  useEffect(() => {
    if (isOver) hideSteps();
  }, [isOver]);
  if (isOver && !isEmpty) return children;
  return (
    <>
      <section className={`first-steps stack ${instance.isPending ? 'waiting' : ''}`} aria-labelledby={title}>
        <div className="row apart">
          <h2 id={title}>{WORDS.title}</h2>
          {!isEmpty && (
            <Button look="plain" aria-label={WORDS.dismiss} title={WORDS.dismiss} onClick={onHide}>
              ✕
            </Button>
          )}
        </div>
        <Loaded query={instance} lines={6}>
          {(known) => {
            const { contact, hasCrawl, hasKey } = stepsOf(known);
            return (
              <ol className="stack">
                <Step title={WORDS.samples.title} isDone={!isEmpty} isOpen>
                  <FirstSamples samples={known.samples} isEmpty={isEmpty} onQuery={onQuery} />
                </Step>
                <Step title={WORDS.contact.title} isDone={contact !== ''} isOpen={isEmpty}>
                  {contact === '' ? (
                    <>
                      <p>{WORDS.contact.lead}</p>
                      <p className="row">
                        <code>{WORDS.contact.line}</code>
                        <CopyButton text={WORDS.contact.line} />
                      </p>
                    </>
                  ) : (
                    <p>
                      {WORDS.contact.is} <Foreign text={contact} className="mono" />
                    </p>
                  )}
                </Step>
                <Step title={WORDS.crawl.title} isDone={hasCrawl} isOpen={isEmpty}>
                  {hasCrawl ? null : <FirstCrawl />}
                </Step>
                <Step title={WORDS.key.title} isDone={hasKey} isOpen={isEmpty}>
                  {hasKey && secret === null ? null : (
                    <FirstKey
                      secret={secret}
                      query={known.samples.searches[0]?.q ?? ''}
                      onSecret={(made) => {
                        setSecret(made);
                        void instance.refetch();
                      }}
                    />
                  )}
                </Step>
              </ol>
            );
          }}
        </Loaded>
      </section>
      {instance.data?.samples.indexed === 0 && children}
    </>
  );
}

function Step(props: {
  readonly title: string;
  readonly isDone: boolean;
  /** True if its content is shown at first. */
  readonly isOpen: boolean;
  /** Null: there is nothing to do or to show. */
  readonly children: ReactNode;
}) {
  const { title, isDone, isOpen, children } = props;
  const heading = (
    <h3>
      {title} <span className="hidden-text">({isDone ? WORDS.done : WORDS.open})</span>
    </h3>
  );
  return (
    <li className="first-step">
      <span className={isDone ? 'first-mark good' : 'first-mark quiet'} aria-hidden="true">
        {isDone ? '✓' : '○'}
      </span>
      {children === null ? (
        heading
      ) : (
        <details open={isOpen}>
          <summary>{heading}</summary>
          <div className="stack tight">{children}</div>
        </details>
      )}
    </li>
  );
}
