import { webUrlOrNull } from '../../answers/web-results.ts';
import type { Field } from '../../reading/field.ts';

/** Of a video or a channel: an address, or an object with one that stands still and one that moves. */
export function thumbnailIn(of: Field): string | null {
  const thumbnail = of.at('thumbnail');
  if (thumbnail.isAbsent || thumbnail.form === 'string') return webUrlOrNull(thumbnail.text());
  return webUrlOrNull(thumbnail.at('static').text() ?? thumbnail.at('rich').present().text());
}
