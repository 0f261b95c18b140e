import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { BlobImage } from '../parts/BlobImage.tsx';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Foreign } from '../parts/Foreign.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { useSeen } from '../parts/seen.ts';
import { TEXT } from '../text.ts';
import { DOMAIN_TEXT } from '../text/domain.ts';

interface PageProps {
  readonly domain: string;
  readonly url: string;
}

/** Time for which an image is kept that is no longer shown, in milliseconds. */
const KEPT_MS = 60_000;

/** Requests an image with the session, which a plain address would not be sent with. */
function useScreenshot({ domain, url }: PageProps, size: 'full' | 'thumbnail', isWanted: boolean) {
  return useQuery({
    queryKey: ['screenshot', domain, url, size],
    queryFn: async ({ signal }) =>
      new Blob([await client.domains.screenshot(domain, url, { size, signal })], { type: 'image/webp' }),
    enabled: isWanted,
    gcTime: KEPT_MS,
    staleTime: Infinity,
  });
}

/** The thumbnail of a page, requested when it comes into view. It opens the screenshot in full size. */
export function Thumbnail({ domain, url }: PageProps) {
  const [ref, isSeen] = useSeen<HTMLButtonElement>();
  const [isOpen, setOpen] = useState(false);
  const thumbnail = useScreenshot({ domain, url }, 'thumbnail', isSeen);
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="thumbnail"
        aria-label={DOMAIN_TEXT.screenshot.show(url)}
        onClick={() => setOpen(true)}
      >
        {thumbnail.data !== undefined && <BlobImage blob={thumbnail.data} alt="" />}
        {thumbnail.isError && <span aria-hidden="true">{DOMAIN_TEXT.screenshot.missing}</span>}
      </button>
      {isOpen && <FullScreenshot domain={domain} url={url} onClose={() => setOpen(false)} />}
    </>
  );
}

function FullScreenshot({ onClose, ...page }: PageProps & { readonly onClose: () => void }) {
  const full = useScreenshot(page, 'full', true);
  return (
    <Dialog title={DOMAIN_TEXT.screenshot.name} onClose={onClose}>
      <div className="screenshot stack">
        <Foreign text={page.url} />
        <Loaded query={full}>
          {(blob) => <BlobImage blob={blob} alt={DOMAIN_TEXT.screenshot.of(page.url)} />}
        </Loaded>
        <p>
          <Button onClick={onClose}>{TEXT.close}</Button>
        </p>
      </div>
    </Dialog>
  );
}
