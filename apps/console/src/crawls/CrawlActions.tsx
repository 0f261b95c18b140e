import { useQueryClient } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { counted } from '../format.ts';
import { Confirm } from '../parts/Confirm.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { crawlKey } from './live-crawl.ts';

type Action = 'cancel' | 'retry' | 'delete';

/** Buttons that cancel a crawl which goes on, or repeat and delete one that has ended; each asks first. */
export function CrawlActions({ crawl }: { readonly crawl: CrawlItem }) {
  const [question, ask] = useState<Action | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, sites, finished_at: finishedAt } = crawl;
  const isOpen = crawl.state === 'queued' || crawl.state === 'running';
  const does: Readonly<Record<Action, () => Promise<void>>> = {
    async cancel() {
      queries.setQueryData(crawlKey(id), await client.admin.crawls.cancel(id));
    },
    async retry() {
      const retried = await client.admin.crawls.retry(id);
      await navigate({ to: '/crawls/$id', params: { id: retried.id } });
    },
    async delete() {
      await client.admin.crawls.delete(id);
      await queries.invalidateQueries({ queryKey: ['crawls'] });
      await navigate({ to: '/crawls' });
    },
  };
  const asks: Readonly<Record<Action, string>> = {
    cancel: WORDS.cancelAsk(counted(sites.total - sites.finished, 'site')),
    retry: WORDS.retryAsk,
    delete: WORDS.deleteAsk(counted(sites.total, 'site')),
  };
  return (
    <div className="row">
      {isOpen && <Button action="cancel" onClick={ask} />}
      {!isOpen && <Button action="retry" onClick={ask} />}
      {finishedAt !== null && <Button action="delete" onClick={ask} />}
      {question !== null && (
        <Confirm
          title={WORDS[question]}
          action={WORDS[question]}
          isDangerous={question !== 'retry'}
          onConfirm={does[question]}
          onClose={() => ask(null)}
        >
          <p>{asks[question]}</p>
        </Confirm>
      )}
    </div>
  );
}

function Button(props: { readonly action: Action; readonly onClick: (action: Action) => void }) {
  const { action, onClick } = props;
  return (
    <button
      type="button"
      className={action === 'retry' ? 'button' : 'button danger'}
      onClick={() => onClick(action)}
    >
      {WORDS[action]}
    </button>
  );
}
