// Conditions on the fields of a domain, for the documentation. Those of requests are checked by package search, whose errors are
// more exact than those of a schema.
import { FILTER_FIELDS, OPERATOR_NAMES } from '@sitegrep/search';
import { specifiedName } from '@sitegrep/site';
import { Type, type TSchema } from 'typebox';

const SCALARS = [Type.String(), Type.Number()] as const;

const Joint = Type.Enum(['and', 'or']);

function conditionOn(fields: readonly string[]): TSchema {
  return Type.Unsafe({
    type: 'array',
    prefixItems: [
      Type.Enum([...fields]),
      Type.Enum([...OPERATOR_NAMES]),
      Type.Union([...SCALARS, Type.Array(Type.Union([...SCALARS]), { minItems: 1 })]),
    ],
    minItems: 3,
    maxItems: 3,
    description: '`[field, operator, value]`; the value is a list for in and not_in.',
  });
}

/** A list within a list. Lists that lie deeper have no type: generators of Python can't express a list of itself. */
function groupOf(condition: TSchema): TSchema {
  return Type.Array(Type.Union([condition, Joint, Type.Array(Type.Unknown())]), {
    description: 'Conditions and lists of the same form, with "and" or with "or" between each two.',
  });
}

function filterOf(condition: TSchema, group: TSchema): TSchema {
  return Type.Union([condition, Type.Array(Type.Union([condition, Joint, group]))], {
    description: 'A condition, or conditions and lists with "and" or with "or" between each two.',
  });
}

export const FilterCondition = conditionOn(FILTER_FIELDS);
export const FilterGroup = groupOf(FilterCondition);
export const Filter = filterOf(FilterCondition, FilterGroup);

/** A condition by the specified names of fields. */
export const SpecifiedCondition = conditionOn(FILTER_FIELDS.map(specifiedName));
export const SpecifiedGroup = groupOf(SpecifiedCondition);
export const SpecifiedFilter = filterOf(SpecifiedCondition, SpecifiedGroup);
