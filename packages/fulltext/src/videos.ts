import type { PageVideo } from '@sitegrep/extract';

const YOUTUBE =
  /^https?:\/\/(?:(?:www|m)\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|v\/|shorts\/|live\/|watch\?(?:[^#]*&)?v=)|youtu\.be\/)([\w-]{11})(?![\w-])/i;

/** Id of a video on YouTube; null for any other video. */
export function youTubeId({ embedUrl, contentUrl, url }: PageVideo): string | null {
  for (const address of [embedUrl, contentUrl, url]) {
    const id = address === null ? undefined : YOUTUBE.exec(address)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
