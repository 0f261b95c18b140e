/** Locales whose words are kept; requests could name tens of thousands. */
const MOST = 64;

/** Remembers what is made for a locale, for the locales that were asked for last. */
export function perLocale<Value>(make: (locale: string) => Value): (locale: string) => Value {
  const made = new Map<string, Value>();
  return (locale) => {
    const known = made.get(locale);
    const value = known ?? make(locale);
    made.delete(locale);
    made.set(locale, value);
    if (made.size <= MOST) return value;
    const [oldest] = made.keys();
    if (oldest !== undefined) made.delete(oldest);
    return value;
  };
}
