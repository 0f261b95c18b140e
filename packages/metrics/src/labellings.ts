/**
 * All combinations of a metric's label values, where each of its labels lists them; a metric without labels has one.
 *
 * @returns empty if the values of some label are not known beforehand
 */
export function everyLabelling(
  labels: Readonly<Record<string, readonly string[] | null>>,
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (labellings, [label, values]) =>
      labellings.flatMap((labelling) => (values ?? []).map((value) => ({ ...labelling, [label]: value }))),
    [{}],
  );
}
