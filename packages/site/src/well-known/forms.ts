// The forms of well-known files: what their standards demand, which hardly any other answer has.
import type { FileAnswer, FileName } from './files.ts';
import { sellersIn } from './sellers.ts';
import { securityFields } from './security.ts';

/** How well a text fits a form: as nothing else does by chance, as other texts may, too, or not at all. */
export type Fit = 'certain' | 'possible' | 'other';

export function formOf(name: FileName, answer: FileAnswer): Fit {
  return FORMS[name](answer.text, answer);
}

const FORMS: Readonly<Record<FileName, (text: string, answer: FileAnswer) => Fit>> = {
  'robots.txt': robotsForm,
  'security.txt': (text) => {
    const { contact } = securityFields(text);
    return contact.some((value) => /^(?:https?:|mailto:|tel:|[^\s@]+@[^\s@]+\.)/i.test(value))
      ? 'certain'
      : 'other';
  },
  'ads.txt': sellersForm,
  'app-ads.txt': sellersForm,
  'llms.txt': markdownForm,
  'llms-full.txt': markdownForm,
  'ai.txt': (text) => (robotsForm(text) === 'certain' ? 'certain' : hasFields(text) ? 'possible' : 'other'),
  'humans.txt': (text) =>
    /^[ \t]*\/\*[ \t]*\S[^\n]{0,80}\*\//m.test(text) ? 'certain' : hasLines(text) ? 'possible' : 'other',
  'manifest.json': manifestForm,
};

/** Lines of robots.txt, also those of extensions. */
const ROBOTS_LINE =
  /^[ \t]*(?:user-?agent|(?:dis)?allow|site-?map|crawl-?delay|host|content-signal|clean-param|noindex)[ \t]*:/im;

function robotsForm(text: string): Fit {
  if (ROBOTS_LINE.test(text)) return 'certain';
  // A file of comments alone allows everything.
  const lines = linesOf(text);
  return lines.every((line) => line.startsWith('#')) ? 'possible' : 'other';
}

function sellersForm(text: string): Fit {
  const { sellers, variables } = sellersIn(text);
  return sellers.length > 0 || variables.length > 0 ? 'certain' : 'other';
}

/** A heading of Markdown on its first line is all that llms.txt must have; many have none, but links in lists. */
function markdownForm(text: string): Fit {
  const [first = ''] = linesOf(text);
  const links = text.match(/\[[^[\]\n]{1,200}\]\([^()\s]{1,500}\)/g)?.length ?? 0;
  if (/^#\s+\S/.test(first) && (links > 0 || /^##\s+\S/m.test(text) || /^>\s+\S/m.test(text)))
    return 'certain';
  return /^#{1,6}\s+\S/m.test(text) || links > 0 ? 'possible' : 'other';
}

const MANIFEST_MEMBERS = [
  'name',
  'short_name',
  'icons',
  'start_url',
  'display',
  'theme_color',
  'background_color',
];

function manifestForm(text: string, { truncated }: FileAnswer): Fit {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return truncated && /^\s*\{[^]{0,2000}"(?:short_name|icons|start_url)"\s*:/.test(text)
      ? 'certain'
      : 'other';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'other';
  const members = MANIFEST_MEMBERS.filter((member) => Object.hasOwn(value, member));
  return members.length >= 2 ? 'certain' : 'other';
}

function hasFields(text: string): boolean {
  const fields = linesOf(text).filter((line) => /^[A-Za-z][\w -]{1,40}:\s*\S/.test(line));
  return fields.length >= 2;
}

function hasLines(text: string): boolean {
  return linesOf(text).length >= 2 && /\p{L}{3}/u.test(text);
}

/** Maximum lines that are looked at. */
const MAX_LINES = 2_000;

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/, MAX_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
