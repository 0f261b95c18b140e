/** Frames in which networks show a profile, or a button to follow it, with the parameter that names it. */
const WIDGETS: readonly (readonly [path: RegExp, parameter: string, profile: (value: string) => string])[] = [
  [/^[^?#]{0,50}facebook\.com\/plugins\//i, 'href', (href) => href],
  [/^[^?#]{0,50}twitter\.com\/widgets\/follow_button/i, 'screen_name', (name) => `https://x.com/${name}`],
  [/^[^?#]{0,50}weibo\.com\/relationship\/followbutton/i, 'uid', (id) => `https://weibo.com/u/${id}`],
];

/** The address of the profile that a frame shows; null if it is not such a widget. @param src as written */
export function profileOfFrame(src: string): string | null {
  for (const [path, parameter, profile] of WIDGETS) {
    if (!path.test(src)) continue;
    const address = URL.parse(src, 'https://frame.invalid/');
    // Twitter has the parameters behind `#` as well.
    const value =
      address?.searchParams.get(parameter) ?? new URLSearchParams(address?.hash.slice(1)).get(parameter);
    return value == null || value === '' ? null : profile(value);
  }
  return null;
}
