import type { Field } from '../reading/field.ts';
import { webUrlOrNull } from './web-results.ts';

/**
 * The address of the widest of the images that an upstream lists with `url` and, mostly, `width`; of equally wide ones
 * the first. One without a width counts as less than any other.
 *
 * @returns null if none leads to the web
 * @throws ProviderFailure bad_answer
 */
export function widestImage(images: readonly Field[]): string | null {
  let widest: string | null = null;
  let most = -1;
  for (const image of images) {
    const text = image.at('url').string();
    const url = webUrlOrNull(text?.startsWith('//') === true ? `https:${text}` : text);
    const width = image.at('width').count() ?? 0;
    if (url === null || width <= most) continue;
    [widest, most] = [url, width];
  }
  return widest;
}
