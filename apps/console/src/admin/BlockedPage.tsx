import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { BlockItem } from '@sitegrep/client';
import { useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { listQuery } from '../api/lists.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { State } from '../parts/Failure.tsx';
import { Field, Tick } from '../parts/Field.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { LoadedList } from '../parts/Loaded.tsx';
import { Page } from '../parts/Page.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { BLOCKED_TEXT as WORDS } from '../text/admin.ts';
import { type BlockWish, blockWishIn } from './block-wish.ts';

/** Domains that are kept out of the index. */
export function BlockedPage() {
  const [unblocked, unblock] = useState<string | null>(null);
  const queries = useQueryClient();
  const blocks = useInfiniteQuery(
    listQuery(['blocked'], (from, options) => client.admin.blocks.list({ limit: 100, ...from }, options)),
  );
  return (
    <Page name="blocked" heading={WORDS.title} lead={WORDS.lead}>
      <BlockForm />
      <LoadedList list={blocks} none={<State title={WORDS.none} />}>
        {(items) => (
          <Table
            label={WORDS.title}
            columns={columnsWith(unblock)}
            items={items}
            keyOf={({ domain }) => domain}
          />
        )}
      </LoadedList>
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
    </Page>
  );
}

/** A form that blocks a domain, after a question. */
function BlockForm() {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [wish, setWish] = useState<BlockWish | null>(null);
  async function block({ domain, request, isRemoval }: BlockWish): Promise<void> {
    if (isRemoval) await client.admin.domains.delete(domain, request);
    else await client.admin.blocks.put(domain, request);
    form.current?.reset();
    await queries.invalidateQueries();
  }
  return (
    <>
      <form
        ref={form}
        className="row at-bottom"
        onSubmit={(event) => {
          event.preventDefault();
          setWish(blockWishIn(new FormData(event.currentTarget)));
        }}
      >
        <Field label={WORDS.domain} className="mono" name="domain" required maxLength={300} />
        <Field label={WORDS.reason} name="reason" maxLength={200} />
        <Tick label={WORDS.remove} name="remove" />
        <Button type="submit" look="danger">
          {WORDS.add}
        </Button>
      </form>
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
    </>
  );
}

function columnsWith(onUnblock: (domain: string) => void): readonly Column<BlockItem>[] {
  return [
    { text: WORDS.domain, cell: ({ domain }) => domain },
    { text: WORDS.reason, cell: ({ reason }) => reason !== null && <Foreign text={reason} /> },
    { text: WORDS.since, cell: ({ created_at: since }) => <Time at={since} /> },
    {
      text: WORDS.unblock,
      isHidden: true,
      cell: ({ domain }) => (
        <ItemButton action={WORDS.unblock} item={domain} onClick={() => onUnblock(domain)} />
      ),
    },
  ];
}
