import { textIn } from '../parts/form.ts';

/** Wish of a form: to keep a domain out, and perhaps to remove what is stored of it. */
export interface BlockWish {
  readonly domain: string;
  readonly request: { readonly reason?: string };
  readonly isRemoval: boolean;
}

export function blockWishIn(data: FormData): BlockWish {
  const reason = textIn(data, 'reason');
  return {
    domain: textIn(data, 'domain'),
    request: reason === '' ? {} : { reason },
    isRemoval: data.has('remove'),
  };
}
