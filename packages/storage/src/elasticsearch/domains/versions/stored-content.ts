// The sources of a stored page, as its past sees them.
import { seenOf } from '../../../past/changed-pages.ts';
import type { SeenPage } from '../../../past/page-past.ts';
import type { Content } from '../../../past/past.ts';
import type { StoredPage } from '../stored.ts';

export function contentOf({ source, rendered }: StoredPage): Content {
  return {
    source: Buffer.from(source),
    rendered: rendered === undefined ? null : Buffer.from(rendered.source),
  };
}

export function seenStored(page: StoredPage): SeenPage {
  return { id: page.number, ...seenOf(page, contentOf(page)) };
}
