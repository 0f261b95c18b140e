import { WebSerpRequest } from '@sitegrep/contract';
import { Type } from 'typebox';
import { counted, fitted, sentences } from '../answer.ts';
import { tool } from '../tool.ts';

const { keyword, language_code, location_code } = WebSerpRequest.properties;

const webSearch = tool({
  name: 'web_search',
  scope: 'serp',
  title: 'Search the web',
  description:
    'Results of a web search by words, with titles and descriptions, from the providers of the instance. To find websites by code in ' +
    'their source, use search. ',
  input: Type.Object(
    {
      keyword,
      language_code,
      location_code,
      depth: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Results that are wanted.' }),
      ),
    },
    { additionalProperties: false },
  ),
  run: async (given, ask) => {
    const { data, result } = await ask((client, options) => client.serp.search(given, options));
    const fit = fitted(
      result.map(({ type, rank_absolute: rank, title, url, description }) => ({
        rank,
        type,
        title,
        url,
        description,
      })),
    );
    return {
      text: sentences(
        `${counted(fit.count, 'result')} of the search engine ${JSON.stringify(data.se)}.`,
        fit.note,
        fit.count < result.length
          ? 'Further results do not fit into the answer: ask with a smaller depth or a narrower keyword.'
          : '',
      ),
      data: fit.data,
    };
  },
});

export const WEB_TOOLS = [webSearch];
