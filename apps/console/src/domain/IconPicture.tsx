import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import { BlobImage } from '../parts/BlobImage.tsx';

interface IconPictureProps {
  readonly domain: string;
  /** Empty: the name of the site stands beside it. */
  readonly alt: string;
}

/** The icon of a site as the server wrote it anew; nothing until it is there. */
export function IconPicture({ domain, alt }: IconPictureProps) {
  const picture = useQuery({
    queryKey: ['icon', domain],
    queryFn: async ({ signal }) =>
      new Blob([await client.domains.icon(domain, { signal })], { type: 'image/png' }),
  });
  return picture.data === undefined ? null : <BlobImage blob={picture.data} alt={alt} />;
}
