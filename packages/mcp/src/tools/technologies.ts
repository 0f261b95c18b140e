import { TechnologyListOptions } from '@sitegrep/contract';
import { Type } from 'typebox';
import { askFitting, below, counted, fitted, sentences } from '../answer.ts';
import { tool } from '../tool.ts';

const { prefix, category, country, offset } = TechnologyListOptions.properties;
const MAX_ITEMS = 100;
const DEFAULT_ITEMS = 20;

const technologies = tool({
  name: 'technologies',
  scope: 'search',
  title: 'Technologies of the index',
  description:
    'Technologies that can be detected, with how many domains have them and their most frequent versions: those of most domains first, ' +
    'by prefix or category, or one by its name. Use it to find the name that tech: in a query takes.',
  input: Type.Object(
    {
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Name or slug of one technology, for all its versions.',
        }),
      ),
      prefix,
      category,
      country,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_ITEMS })),
      offset,
    },
    { additionalProperties: false },
  ),
  run: async ({ name, limit = DEFAULT_ITEMS, ...choice }, ask) => {
    if (name !== undefined) {
      const inCountry = choice.country === undefined ? {} : { country: choice.country };
      const item = await ask((client, options) => client.technologies.get(name, inCountry, options));
      const fit = fitted([item]);
      return {
        text: sentences(
          `${counted(item.domains, 'domain')} have it.`,
          item.implied_domains === 0 ? '' : `On ${item.implied_domains} of them it is only implied.`,
          fit.note,
        ),
        data: fit.data,
      };
    }
    const { part, fit } = await askFitting(limit, (most) =>
      ask((client, options) => client.technologies.list({ ...choice, limit: most }, options)),
    );
    const next = part.offset + fit.count;
    return {
      text: sentences(
        `${counted(part.total_count, 'technology', 'technologies')}; ${below(fit.count)}.`,
        next < part.total_count && fit.count > 0 ? `For the next, call it with offset ${next}.` : '',
      ),
      data: fit.data,
    };
  },
});

export const TECHNOLOGY_TOOLS = [technologies];
