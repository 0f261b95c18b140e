// The suggestions that Google's own pages request. Unofficial: it takes no key, and may refuse at any time.
import { countryIn, GOOGLE, languageIn, unsupportedLocale } from '../../codes/dialects.ts';
import { type FoundSuggestion, listSuggestions } from '../../answers/suggestions.ts';
import { googleDomain, googleSearchUrl } from '../../codes/google.ts';
import { badAnswer } from '../../failure.ts';
import { requireSuccess } from '../../http/status.ts';
import type { AutocompleteProvider, OfferOf, OptionsOf } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';
import { markedParts, plainText } from '../../text/plain-text.ts';

const TYPES = ['application/json', 'text/javascript', 'application/javascript'];

/** Google's answers to clients that call too often: a page to prove that one is human, or a refusal. */
const REFUSALS = { 302: 'rate_limited', 403: 'rate_limited' } as const;

type Options = OptionsOf<'google-suggest', 'http'>;

export function openGoogleSuggest(options: Options): OfferOf<'google-suggest'> {
  return { 'web-autocomplete': openAutocomplete(options) };
}

function openAutocomplete({ http, url }: Options): AutocompleteProvider {
  return {
    name: 'google-suggest',
    // `toolbar` is answered in XML.
    unsupported: (request) => (request.client === 'toolbar' ? 'client' : unsupportedLocale(GOOGLE, request)),
    async call({ keyword, client, language, location }, signal) {
      const answer = await http.text(
        {
          url,
          query: {
            client,
            q: keyword,
            hl: languageIn(GOOGLE, language) ?? language.base,
            gl: countryIn(GOOGLE, location.country ?? '') ?? '',
            xssi: 't',
            ie: 'utf8',
            oe: 'utf8',
          },
          signal,
        },
        TYPES,
      );
      return {
        engine: 'google',
        engineDomain: googleDomain(location.country),
        checkUrl: googleSearchUrl(keyword, { language, location }),
        suggestions: listSuggestions(readSuggestions(requireSuccess(answer, REFUSALS).body)),
      };
    },
  };
}

/** Prefix that keeps pages from running the JSON as a script. Some clients get the JSON as the argument of a call. */
const GUARD = /^\s*\)\]\}'/;
const CALL = /^\s*[\w.]+\((.*)\)\s*;?\s*$/s;

/**
 * All clients answer with the same few shapes: `[rows, …]` or `["what was typed", rows, …]`, a row being a text or
 * `[html, type, subtypes, {zs: thumbnail}]`.
 *
 * @throws ProviderFailure bad_answer
 */
function readSuggestions(body: string): readonly FoundSuggestion[] {
  const root = rootField(parse(body.replace(GUARD, '').replace(CALL, '$1')));
  const rows = root.at(0).form === 'list' ? root.at(0) : root.at(1);
  return rows.present().list().map(readRow);
}

function readRow(row: Field): FoundSuggestion {
  if (row.form === 'string') return { text: row.text() };
  const html = row.at(0).string() ?? '';
  return {
    text: plainText(html),
    thumbnailUrl: row.at(3, 'zs').string(),
    highlighted: markedParts(html),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer('the answer', 'is not the JSON that was requested');
  }
}
