import { useQueryClient } from '@tanstack/react-query';
import type { CrawlItem } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';
import { CrawlAgain } from './CrawlAgain.tsx';
import { crawlKey } from './live-crawl.ts';

type Action = 'cancel' | 'delete';

/** Buttons that cancel a crawl which goes on, or submit again and delete one that has ended; each asks first. */
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
    async delete() {
      await client.admin.crawls.delete(id);
      await queries.invalidateQueries({ queryKey: ['crawls'] });
      await navigate({ to: '/crawls' });
    },
  };
  const asks: Readonly<Record<Action, string>> = {
    cancel: WORDS.cancelAsk(counted(sites.total - sites.finished, 'site')),
    delete: WORDS.deleteAsk(counted(sites.total, 'site')),
  };
  const button = (action: Action) => (
    <Button look="danger" onClick={() => ask(action)}>
      {WORDS[action]}
    </Button>
  );
  return (
    <div className="row">
      {finishedAt !== null && sites.total > 0 && <CrawlAgain crawl={crawl} sites="all" count={sites.total} />}
      {isOpen && button('cancel')}
      {finishedAt !== null && button('delete')}
      {question !== null && (
        <Confirm
          title={WORDS[question]}
          action={WORDS[question]}
          isDangerous
          onConfirm={does[question]}
          onClose={() => ask(null)}
        >
          <p>{asks[question]}</p>
        </Confirm>
      )}
    </div>
  );
}
