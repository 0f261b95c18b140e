import type { DomainDetails } from '@sitegrep/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { client, START } from '../api/client.ts';
import { messageOf } from '../api/message.ts';
import { useMay } from '../frame/caller.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { noteOfCopy } from '../parts/copy.ts';
import { Problem } from '../parts/Failure.tsx';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { SaveOnDemand } from '../saved/save-on-demand.ts';
import { BLOCKED_TEXT } from '../text/admin.ts';
import { ACTIONS_TEXT as WORDS } from '../text/overview.ts';
import { AddToList } from './AddToList.tsx';
import { csvRowOf, curlOf, jsonOf } from './copied-domain.ts';

type Dialog = 'watch' | 'list' | 'takeDown';

/** The acts on a domain, as far as the key may. */
export function DomainActions({ details }: { readonly details: DomainDetails }) {
  const { domain } = details;
  const isAdmin = useMay('admin');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [note, setNote] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = (): void => setDialog(null);

  async function act(action: () => Promise<ReactNode>): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      setNote(await action());
    } catch (error) {
      setNote(null);
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function crawl(): Promise<ReactNode> {
    // Whoever presses the button wants a visit, however long ago the last one was.
    const { id } = await client.admin.crawls.create({ domains: [domain], revisit_after_days: 0 });
    return (
      <>
        {WORDS.crawling}{' '}
        <Link to="/crawls/$id" params={{ id }}>
          {WORDS.follow}
        </Link>
      </>
    );
  }

  return (
    <div className="domain-actions">
      <div className="row">
        {isAdmin && (
          <Button disabled={isBusy} onClick={() => void act(crawl)}>
            {WORDS.crawl}
          </Button>
        )}
        <Button onClick={() => setDialog('watch')}>{WORDS.watch}</Button>
        {isAdmin && <Button onClick={() => setDialog('list')}>{WORDS.list}</Button>}
        <Menu label={WORDS.more}>
          <Link to="/leave" search={{ to: `https://${domain}/` }} className="button">
            {WORDS.open}
          </Link>
          <Button onClick={() => void act(() => noteOfCopy(location.href))}>{WORDS.copyLink}</Button>
          <Button onClick={() => void act(() => noteOfCopy(curlOf(domain, START)))}>{WORDS.copyCurl}</Button>
          <Button onClick={() => void act(async () => noteOfCopy(await csvRowOf(domain)))}>
            {WORDS.copyCsv}
          </Button>
          <Button onClick={() => void act(() => noteOfCopy(jsonOf(details)))}>{WORDS.copyJson}</Button>
          {isAdmin && (
            <Button look="danger" onClick={() => setDialog('takeDown')}>
              {WORDS.takeDown}
            </Button>
          )}
        </Menu>
      </div>
      <span role="status" className="quiet">
        {note}
      </span>
      <Problem text={problem} />
      {dialog === 'watch' && (
        <SaveOnDemand given={null} wish={{ q: `site:${domain}`, level: 'change' }} onClose={close} />
      )}
      {dialog === 'list' && <AddToList domain={domain} onClose={close} />}
      {dialog === 'takeDown' && <TakeDown domain={domain} onClose={close} />}
    </div>
  );
}

function TakeDown({ domain, onClose }: { readonly domain: string; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Confirm
      title={WORDS.takeDown}
      action={WORDS.takeDown}
      isDangerous
      onConfirm={async () => {
        await client.admin.domains.delete(domain);
        await navigate({ to: '/blocked' });
        await queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      <p>{BLOCKED_TEXT.removeAsk(domain)}</p>
    </Confirm>
  );
}
