import { Type, type Static } from 'typebox';
import { ListOptions } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { PageVersionItem } from './page-version.ts';
import { PageSourceOptions } from './known-domains.ts';

const count = { minimum: 0 } as const;
const { url, part } = PageSourceOptions.properties;

/** Id of a version, or a time, in a request. Routes read it, because their errors name the versions that there are. */
const GivenVersion = Type.String({
  minLength: 1,
  maxLength: 40,
  description:
    'Version: its id, as GET /domains/{domain}/pages/versions lists it, or a time, as 2026-10-03 12:00:00 +00:00, 2026-10-03, ' +
    '2026-10 or 30d (so many days ago): the version that stood then, or else the last one seen before. Of a day or a month, its end ' +
    'in UTC counts.',
  examples: ['2026-10-03'],
});

/** Query parameters of GET /domains/{domain}/pages/versions. */
export const PageVersionsOptions = Type.Object({ ...ListOptions.properties, url }, CLOSED);

/** Query parameters of GET /domains/{domain}/pages/versions/source. */
export const VersionSourceOptions = Type.Object({ url, id: GivenVersion, part }, CLOSED);

/** Query parameters of GET /domains/{domain}/pages/diff. */
export const PageDiffOptions = Type.Object(
  {
    url,
    from: GivenVersion,
    to: Type.Optional({
      ...GivenVersion,
      description:
        'Version in the same forms; absent: the newest, which is the one that stands unless the page is gone.',
    }),
    part,
    format: Type.Optional(
      Type.Enum(['hunks', 'unified'], {
        description: 'Difference by tokens (`hunks`, unless stated), or by lines as a text (`unified`).',
      }),
    ),
  },
  CLOSED,
);

export const PageVersionsAnswer = successOf(
  Type.Object(
    {
      ...listOf(PageVersionItem).properties,
      total_count: Type.Integer({
        ...count,
        description: 'Number of versions, the one that stands included.',
      }),
      left_out: nullable(
        Type.String({
          description:
            'Says how many older versions are missing since the storage had no room for them, and what to do; null: none are.',
        }),
      ),
      revision: Type.Integer({
        minimum: 1,
        description: 'Number that rises each time the domain is written.',
      }),
    },
    CLOSED,
  ),
);

const DiffOperationItem = Type.Object(
  {
    kind: Type.Enum(['equal', 'insert', 'delete']),
    a: Type.Integer({ ...count, description: 'Offset in the first source, in code points.' }),
    b: Type.Integer({ ...count, description: 'Offset in the second source, in code points.' }),
    length: Type.Integer({ ...count, description: 'Length in code points.' }),
    text: Type.String({ description: 'The text, or its first 2,000 code points.' }),
  },
  CLOSED,
);

const DiffHunkItem = Type.Object(
  {
    a_line: Type.Integer({ minimum: 1 }),
    a_lines: Type.Integer(count),
    b_line: Type.Integer({ minimum: 1 }),
    b_lines: Type.Integer(count),
    operations: Type.Array(DiffOperationItem),
  },
  CLOSED,
);

export const PageDiff = Type.Object(
  {
    url: Type.String(),
    from: PageVersionItem,
    to: PageVersionItem,
    values_left_out: Type.Integer({
      ...count,
      description: 'Values that change on every visit, differ between the two and are left out.',
    }),
    unit: Type.Enum(['lines', 'coarse lines', 'source'], {
      description:
        'How exactly they were compared: by the fewest lines that differ; by lines, perhaps more than differ; or as a whole from the ' +
        'first difference on, because there are too many lines.',
    }),
    lines_broken: Type.Boolean({ description: 'Whether very long lines were broken at tags.' }),
    hunks: nullable(Type.Array(DiffHunkItem, { description: 'Differences; null with the format unified.' })),
    more_hunks: Type.Integer({ ...count, description: 'Hunks that there are beyond these.' }),
    unified: nullable(
      Type.String({
        description:
          'The difference in unified format; null with the format hunks. It begins with a line that says how many values are left out, ' +
          'if any are, and is empty if the sources are equal.',
      }),
    ),
    unified_cut: Type.Boolean({ description: 'Whether the text says that something is not shown.' }),
  },
  CLOSED,
);
export type PageDiff = Answer<Static<typeof PageDiff>>;
export const PageDiffAnswer = successOf(PageDiff);
