import { hostOfLabel, reversedHost } from '../loaded-hosts.ts';
import { CHANGE_KINDS, type ChangeKind, type KindedLabel, partsOfKinded } from './kinds.ts';

/** Labels by their kinds, in the form in which people and facets have them. */
export type ShownLabels = { readonly [Kind in ChangeKind]?: readonly string[] };

/** Labels of a change by their kinds, each text once, in code unit order. */
export function shownLabels(labels: readonly KindedLabel[]): ShownLabels {
  const byKind = Map.groupBy(labels.map(partsOfKinded), ({ kind }) => kind);
  const shown: Partial<Record<ChangeKind, readonly string[]>> = {};
  for (const kind of CHANGE_KINDS) {
    const some = byKind.get(kind);
    if (some === undefined) continue;
    shown[kind] = [...new Set(some.map(({ label }) => shownLabel(kind, label)))].toSorted();
  }
  return shown;
}

/** A label as facets show it; a version stands behind its name, and the value of a header field behind =. */
export function shownLabel(kind: ChangeKind, label: string): string {
  switch (kind) {
    case 'host':
      return hostOfLabel(label).host;
    case 'cert_name':
      return reversedHost(label);
    case 'header_value':
      return label.replace('\0', '=');
    case 'tech_version':
    case 'plugin_version':
    case 'theme_version':
      return label.replace('\0', ' ');
    case 'tech':
    case 'category':
    case 'plugin':
    case 'theme':
    case 'country':
    case 'language':
    case 'content_language':
    case 'generator':
    case 'charset':
    case 'email':
    case 'header':
    case 'cookie':
    case 'file':
    case 'agent':
    case 'cert_issuer':
    case 'cert_expires':
    case 'tls':
    case 'icon':
    case 'icon_hash':
    case 'kind':
    case 'title':
    case 'description':
    case 'rank':
    case 'outcome':
    case 'moved_to':
      return label;
  }
}
