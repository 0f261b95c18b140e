import { type Label, LABELS } from '../labels.ts';

/** Kinds of labels that say the same at each visit, that follow from others, or that say when and how a site was looked at. */
const UNRECORDED = [
  'tech_seen',
  'category_seen',
  'lang',
  'tld',
  'registrable_domain',
  'visited',
  'first_visited',
  'email_domain',
  'cert_month',
  'has',
  'facts_version',
] as const satisfies readonly Label[];

/** Kinds of labels that a history has besides those of documents. */
const OWN_KINDS = ['title', 'description', 'rank', 'outcome', 'moved_to'] as const;

export type RecordedLabel = Exclude<Label, (typeof UNRECORDED)[number]>;
/**
 * A kind of what changes at a site: labels of its document, and besides
 *
 * - `title`, `description`: those of its home page
 * - `rank`: its rank in whole hundreds, as it was at the visit
 * - `outcome`: `gone` if the site is no more, `moved` if it leads to another one; `moved_to`: that one
 */
export type ChangeKind = RecordedLabel | (typeof OWN_KINDS)[number];

export const RECORDED_LABELS: readonly RecordedLabel[] = LABELS.filter(
  (kind): kind is RecordedLabel => !UNRECORDED.some((other) => other === kind),
);
export const CHANGE_KINDS: readonly ChangeKind[] = [...RECORDED_LABELS, ...OWN_KINDS];

/** Kinds whose labels a visit shows that found no page. */
const OUTCOME_KINDS: ReadonlySet<string> = new Set<ChangeKind>(['outcome', 'moved_to']);

/** A label with its kind before it: `tech\0Shopify`. The label may have a NUL itself. */
export type KindedLabel = string;

export function kindedLabel(kind: ChangeKind, label: string): KindedLabel {
  return `${kind}\0${label}`;
}

/** The kind of a label, and the label. */
export function partsOfKinded(kinded: KindedLabel): { readonly kind: ChangeKind; readonly label: string } {
  const end = kinded.indexOf('\0');
  // It was made by `kindedLabel`.
  return { kind: kinded.slice(0, end) as ChangeKind, label: kinded.slice(end + 1) };
}

/** Tells whether a label says that a site is gone or has moved. */
export function isOfOutcome(kinded: KindedLabel): boolean {
  return OUTCOME_KINDS.has(kinded.slice(0, kinded.indexOf('\0')));
}
