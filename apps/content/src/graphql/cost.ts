import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** Documents of a list: at the most, and unless `first` is given. */
export const longestPage = 100;
export const usualPage = 20;
/** Fields at the top of a query: each is a statement to the database, or two. */
const mostStatements = 20;
/** Fields of a query, those inside a list counted as often as the list may be long. */
const mostFields = 20_000;
/** How often a selection may have the same name: validation compares each with each. */
const mostAlike = 10;
/** Fields in the answer. */
const mostResolved = 50_000;

const tooCostly = (why: string): GraphQLError =>
  new GraphQLError(`The query asks for too much: ${why}. Ask for less at a time.`);

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );

/** How long the list of a field may be: its `first`, the longest page when that is a variable; 1 for what is no list. */
const lengthOf = ({ name, arguments: given = [] }: FieldNode): number => {
  if (!/^(?:all[A-Z]|_allDocuments)/.test(name.value)) return 1;
  const first = given.find((one) => one.name.value === 'first')?.value;
  if (first === undefined) return usualPage;
  return first.kind === Kind.INT ? Math.max(1, Number(first.value)) : longestPage;
};

/**
 * Refuses a query that asks for too much (rule HOLD-13), by aliases, nesting and lengths of lists. It is looked at before
 * it is validated, which takes time of its own, and no longer than until a limit is passed.
 * @throws GraphQLError
 */
export const refuseCostly = (document: DocumentNode): void => {
  const fragments = fragmentsOf(document);
  let fields = 0;

  const count = (
    set: SelectionSetNode,
    times: number,
    open: readonly string[],
    alike: Map<string, number>,
  ) => {
    for (const selection of set.selections) {
      fields += times;
      if (fields > mostFields) throw tooCostly(`more than ${mostFields} fields`);
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const seen = (alike.get(name) ?? 0) + 1;
        alike.set(name, seen);
        if (seen > mostAlike) throw tooCostly(`${name} more than ${mostAlike} times`);
        if (selection.selectionSet)
          count(selection.selectionSet, times * lengthOf(selection), open, new Map());
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        count(selection.selectionSet, times, open, alike);
      } else {
        const { value } = selection.name;
        const fragment = fragments.get(value);
        // What goes round in a circle is refused by validation.
        if (fragment && !open.includes(value))
          count(fragment.selectionSet, times, [...open, value], new Map());
      }
    }
  };

  /** Fields at the top, those of fragments among them. */
  const statements = (set: SelectionSetNode, open: readonly string[]): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + statements(selection.selectionSet, open);
      const { value } = selection.name;
      const fragment = fragments.get(value);
      return fragment && !open.includes(value)
        ? sum + statements(fragment.selectionSet, [...open, value])
        : sum;
    }, 0);

  for (const one of document.definitions) {
    if (one.kind !== Kind.OPERATION_DEFINITION) continue;
    count(one.selectionSet, 1, [], new Map());
    if (statements(one.selectionSet, []) > mostStatements)
      throw tooCostly(`more than ${mostStatements} documents or lists`);
  }
};

/** Counts the fields of one answer, and ends its making when there are too many. */
export const createFieldCount = (stop: (why: GraphQLError) => void) => {
  const widths = new Map<FieldNode, number>();
  let resolved = 0;

  const widthOf = (set: SelectionSetNode | undefined, fragments: GraphQLResolveInfo['fragments']): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + widthOf(selection.selectionSet, fragments);
      return sum + widthOf(fragments[selection.name.value]?.selectionSet, fragments);
    }, 0);

  return {
    /** Counts the fields that the value of a field will be asked for. */
    resolved: (value: unknown, { fieldNodes, fragments }: GraphQLResolveInfo): void => {
      const items = Array.isArray(value) ? value.length : 1;
      for (const node of fieldNodes) {
        const width = widths.get(node) ?? widthOf(node.selectionSet, fragments);
        widths.set(node, width);
        resolved += items * width;
      }
      if (resolved > mostResolved) stop(tooCostly(`more than ${mostResolved} fields in the answer`));
    },
  };
};
type FieldCount = ReturnType<typeof createFieldCount>;

/** Makes every field of a schema count what it resolves to; the context of a query has the count. */
export const countFields = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context: { fields: FieldCount }, info) => {
        const value: unknown = resolve(source, args, context, info);
        context.fields.resolved(value, info);
        return value;
      };
    }
  }
  return schema;
};
