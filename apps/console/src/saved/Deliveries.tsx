import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeliveryItem, SavedSearchItem } from '@sitegrep/client';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { Button } from '../parts/Button.tsx';
import { Problem } from '../parts/Failure.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { SAVED_TEXT as WORDS } from '../text/saved.ts';
import { Answer, Answers } from './Answers.tsx';
import { deliveryList, READ_EVERY_MS, SAVED_KEY } from './queries.ts';

/** Deliveries of a part of the list. */
const LIMIT = 20;

const GONE = 410;

const LOOKS = { waiting: 'quiet', delivered: 'good', dead: 'bad' } as const;

const COLUMNS: readonly Column<DeliveryItem>[] = [
  { text: WORDS.state, className: ({ state }) => LOOKS[state], cell: ({ state }) => WORDS.states[state] },
  { text: WORDS.subject, cell: subjectOf },
  { text: WORDS.by, cell: ({ by }) => by },
  { text: WORDS.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  {
    text: WORDS.made,
    cell: ({ created_at: made, next_at: next, attempts }) => (
      <>
        <Time at={made} />
        {next !== null && attempts > 0 && (
          <div className="quiet">
            {WORDS.next} <Time at={next} />
          </div>
        )}
      </>
    ),
  },
  { text: WORDS.answer, cell: ({ answers }) => <Answers answers={answers} /> },
];

interface DeliveriesProps {
  readonly id: string;
  readonly notify: NonNullable<SavedSearchItem['notify']>;
}

/** The messages of a search to its receivers, with their answers. */
export function Deliveries({ id, notify }: DeliveriesProps) {
  const isTold = notify.webhook !== null || notify.mail !== null;
  const test = useMutation({ mutationFn: () => client.searches.test(id) });
  return (
    <section className="stack tight">
      <div className="row apart">
        <h2>{WORDS.deliveries}</h2>
        {isTold && (
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? WORDS.testing : WORDS.test}
          </Button>
        )}
      </div>
      <div role="status">
        {test.data?.answers.map((answer) => (
          <p key={answer.by}>
            {answer.by}:{' '}
            <span className={answer.accepted ? 'good' : 'bad'}>
              {answer.accepted ? WORDS.accepted : WORDS.refused}
            </span>
            , <Answer answer={answer} />
          </p>
        ))}
      </div>
      <Problem text={test.error === null ? null : messageOf(test.error)} />
      <List id={id} isTold={isTold} />
    </section>
  );
}

function List({ id, isTold }: { readonly id: string; readonly isTold: boolean }) {
  const queries = useQueryClient();
  const deliveries = useInfiniteQuery({ ...deliveryList(id, LIMIT), refetchInterval: READ_EVERY_MS });
  const replay = useMutation({
    mutationFn: (delivery: string) => client.searches.replay(id, delivery),
    onSettled: () => queries.invalidateQueries({ queryKey: [...SAVED_KEY, 'deliveries', id] }),
  });
  const actions: Column<DeliveryItem> = {
    text: WORDS.actions,
    isHidden: true,
    cell: ({ id: delivery, state }) =>
      state === 'dead' && (
        <ItemButton
          action={WORDS.replay}
          item={delivery}
          disabled={replay.isPending}
          onClick={() => replay.mutate(delivery)}
        />
      ),
  };
  return (
    <>
      <Problem text={replay.error === null ? null : messageOf(replay.error)} />
      <LoadedList
        list={deliveries}
        none={<p className="quiet">{isTold ? WORDS.deliveriesNone : WORDS.deliveriesNobody}</p>}
      >
        {(items) => (
          <>
            {items.some(isUnwanted) && <p className="warning">{WORDS.gone}</p>}
            <Table
              label={WORDS.deliveries}
              columns={[...COLUMNS, actions]}
              items={items}
              keyOf={(delivery) => delivery.id}
            />
          </>
        )}
      </LoadedList>
    </>
  );
}

/** Tells whether a delivery was given up because its receiver wants no more (410, Gone). */
function isUnwanted({ state, answers }: DeliveryItem): boolean {
  return state === 'dead' && answers.some(({ status }) => status === GONE);
}

function subjectOf({ kind, first_event: first, last_event: last }: DeliveryItem): string {
  if (kind !== 'events' || first === null || last === null) return WORDS.subjects[kind];
  return first === last ? WORDS.eventNumber(String(first)) : WORDS.eventNumbers(String(first), String(last));
}
