import type { DomainPage } from '@sitegrep/client';
import { useMay } from '../../frame/caller.ts';
import { Thumbnail } from '../Screenshot.tsx';

/** The picture of the first page that has one; nothing without. */
export function PictureCard({
  domain,
  pages,
}: {
  readonly domain: string;
  readonly pages: readonly DomainPage[];
}) {
  const maySource = useMay('source');
  const page = pages.find((one) => one.screenshot_bytes !== null);
  if (!maySource || page === undefined) return null;
  return (
    <div className="picture">
      <Thumbnail domain={domain} url={page.url} />
    </div>
  );
}
