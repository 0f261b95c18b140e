import type { CrawlItem } from '@sitegrep/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { counted } from '../format.ts';
import { Button } from '../parts/Button.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import { CRAWLS_TEXT as WORDS } from '../text/crawls.ts';

/** Time that the copy of a large crawl may take, in milliseconds. */
const MAX_COPY_MS = 15 * 60_000;

interface CrawlAgainProps {
  readonly crawl: CrawlItem;
  readonly sites: 'failed' | 'all';
  /** Number of these sites. */
  readonly count: number;
}

/** A name that no other submission has; pages without TLS have no `randomUUID`. */
function submissionName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** Button that submits sites of a crawl again, after a question. */
export function CrawlAgain({ crawl, sites, count }: CrawlAgainProps) {
  const [isAsking, ask] = useState(false);
  // One new crawl, however often it is tried.
  const [idempotencyKey, name] = useState('');
  const navigate = useNavigate();
  const words = WORDS.again[sites];
  const begin = (): void => {
    name(submissionName());
    ask(true);
  };
  return (
    <>
      <Button onClick={begin}>{words.action}</Button>
      {isAsking && (
        <Confirm
          title={words.action}
          action={words.action}
          onConfirm={async () => {
            const { id } = await client.admin.crawls.retry(
              crawl.id,
              { sites },
              { idempotencyKey, timeout: MAX_COPY_MS },
            );
            await navigate({ to: '/crawls/$id', params: { id } });
          }}
          onClose={() => ask(false)}
        >
          <p>{words.ask(counted(count, 'site'))}</p>
        </Confirm>
      )}
    </>
  );
}
