import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { continuation } from '../api/queries.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { Failure, Loading, State } from '../parts/Failure.tsx';
import { textIn } from '../parts/form.ts';
import { Foreign } from '../parts/Foreign.tsx';
import { Time } from '../parts/Time.tsx';
import { Table } from '../parts/Table.tsx';
import { TEXT } from '../text.ts';
import { BLOCKED_TEXT } from '../text/admin.ts';

const WORDS = BLOCKED_TEXT;

const COLUMNS = [
  { text: WORDS.domain },
  { text: WORDS.reason },
  { text: WORDS.since },
  { text: WORDS.unblock, isHidden: true },
];

interface Wish {
  readonly domain: string;
  readonly reason: string;
  /** Whether what is stored is removed, too. */
  readonly isRemoval: boolean;
}

/** Domains that are kept out of the index. */
export function BlockedPage() {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const [unblocked, unblock] = useState<string | null>(null);
  const blocks = useInfiniteQuery({
    queryKey: ['blocked'],
    queryFn: ({ pageParam, signal }) =>
      client.admin.blocks.list(
        { limit: 100, ...(pageParam !== '' && { next_token: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => continuation(last.next_token),
  });
  const items = blocks.data?.pages.flatMap((page) => page.items) ?? [];

  async function block({ domain, reason, isRemoval }: Wish): Promise<void> {
    const request = reason === '' ? {} : { reason };
    if (isRemoval) await client.admin.domains.delete(domain, request);
    else await client.admin.blocks.put(domain, request);
    form.current?.reset();
    await queries.invalidateQueries();
  }

  return (
    <div className="page">
      <header className="stack tight">
        <h1>{WORDS.title}</h1>
        <p className="quiet">{WORDS.lead}</p>
      </header>
      <form
        ref={form}
        className="row at-bottom"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const [domain, reason] = [textIn(data, 'domain'), textIn(data, 'reason')];
          setWish({ domain, reason, isRemoval: data.has('remove') });
        }}
      >
        <label className="field">
          {WORDS.domain}
          <input className="input mono" name="domain" required maxLength={300} autoComplete="off" />
        </label>
        <label className="field">
          {WORDS.reason}
          <input className="input" name="reason" maxLength={200} autoComplete="off" />
        </label>
        <label className="row">
          <input type="checkbox" name="remove" />
          {WORDS.remove}
        </label>
        <button type="submit" className="button danger">
          {WORDS.add}
        </button>
      </form>
      {blocks.data === undefined ? (
        blocks.isError ? (
          <Failure error={blocks.error} retry={() => void blocks.refetch()} />
        ) : (
          <Loading />
        )
      ) : items.length === 0 ? (
        <State title={WORDS.none} />
      ) : (
        <Table label={WORDS.title} columns={COLUMNS}>
          {items.map(({ domain, reason, created_at: since }) => (
            <tr key={domain}>
              <td>{domain}</td>
              <td>{reason !== null && <Foreign text={reason} />}</td>
              <td>
                <Time at={since} />
              </td>
              <td>
                <button type="button" className="button" onClick={() => unblock(domain)}>
                  {WORDS.unblock}
                  <span className="hidden-text"> {domain}</span>
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {blocks.hasNextPage && (
        <div>
          <button type="button" className="button" onClick={() => void blocks.fetchNextPage()}>
            {TEXT.more}
          </button>
        </div>
      )}
      {wish !== null && (
        <Confirm
          title={WORDS.add}
          action={WORDS.add}
          isDangerous
          onConfirm={() => block(wish)}
          onClose={() => setWish(null)}
        >
          <p>{wish.isRemoval ? WORDS.removeAsk(wish.domain) : WORDS.blockAsk(wish.domain)}</p>
        </Confirm>
      )}
      {unblocked !== null && (
        <Confirm
          title={WORDS.unblock}
          action={WORDS.unblock}
          onConfirm={async () => {
            await client.admin.blocks.delete(unblocked);
            await queries.invalidateQueries({ queryKey: ['blocked'] });
          }}
          onClose={() => unblock(null)}
        >
          <p>{WORDS.unblockAsk(unblocked)}</p>
        </Confirm>
      )}
    </div>
  );
}
