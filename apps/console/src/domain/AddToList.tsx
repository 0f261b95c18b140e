import { useQuery } from '@tanstack/react-query';
import type { WrittenDomainList } from '@sitegrep/client';
import { MAX_LIST_NAME } from '@sitegrep/search/list-names';
import { useId, useState } from 'react';
import { client } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Problem } from '../parts/Failure.tsx';
import { Field } from '../parts/Field.tsx';
import { textIn } from '../parts/form.ts';
import { Link } from '../parts/Link.tsx';
import { TEXT } from '../text.ts';
import { ACTIONS_TEXT as WORDS } from '../text/overview.ts';

/** Lists whose names are offered. */
const OFFERED = 100;

interface AddToListProps {
  readonly domain: string;
  readonly onClose: () => void;
}

/** Adds a domain to a list, which is made if there is none of the name. */
export function AddToList({ domain, onClose }: AddToListProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [written, setWritten] = useState<WrittenDomainList | null>(null);
  const names = useId();
  const lists = useQuery({
    queryKey: ['lists'],
    queryFn: ({ signal }) => client.lists.list({ limit: OFFERED }, { signal }),
  });

  async function add(id: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      setWritten(await client.lists.change(id, { add: [domain], make: true }));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  }

  if (written !== null)
    return (
      <Dialog title={WORDS.list} onClose={onClose}>
        <p role="status">
          {WORDS.added(domain, written.id)} {WORDS.members(counted(written.domains, WORDS.domain))}
        </p>
        <div className="row">
          <Link to="/search" search={{ q: `list:${written.id}` }} className="button">
            {WORDS.showList}
          </Link>
          <Button look="primary" onClick={onClose}>
            {TEXT.close}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={WORDS.list} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add(textIn(new FormData(event.currentTarget), 'id'));
        }}
      >
        <Field
          label={WORDS.listName}
          hint={WORDS.listHint}
          className="mono"
          name="id"
          list={names}
          required
          maxLength={MAX_LIST_NAME}
        />
        <datalist id={names}>
          {lists.data?.items.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <Problem text={problem} />
        <div className="row">
          <Button type="submit" look="primary" disabled={isBusy}>
            {WORDS.add}
          </Button>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
