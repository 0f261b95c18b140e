import { Type, type Static } from 'typebox';
import { ListOptions } from './crawls.ts';
import { type Answer, CLOSED, listOf, nullable, successOf } from './envelope.ts';
import { PageVersionItem } from './page-version.ts';
import { PageSourceOptions } from './known-domains.ts';

const count = { minimum: 0 } as const;
const { url, part } = PageSourceOptions.properties;

/** Id of a version in a request. */
const GivenVersion = Type.String({
  pattern: '^[0-9]{1,15}$',
  description: 'Id of a version, as GET /domains/{domain}/pages/versions lists it.',
  'x-remedy': 'take the id of a version from GET /domains/{domain}/pages/versions',
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
    to: GivenVersion,
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
        description: 'The difference in unified format; null with the format hunks. Empty if there is none.',
      }),
    ),
    unified_cut: Type.Boolean({ description: 'Whether the text says that something is not shown.' }),
  },
  CLOSED,
);
export type PageDiff = Answer<Static<typeof PageDiff>>;
export const PageDiffAnswer = successOf(PageDiff);
