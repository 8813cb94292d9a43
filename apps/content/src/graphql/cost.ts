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

/** Page size of lists: the maximum, and the default without `first`. */
export const maxPageSize = 100;
export const defaultPageSize = 20;
/** Top-level fields of a query: each costs one or two database statements. */
const maxStatements = 20;
/** Fields of a query; those inside a list count once per possible item. */
const maxFields = 20_000;
/** Selections with the same name: validation compares them pairwise. */
const maxSameName = 10;
/** Fields in the response. */
const maxResolvedFields = 50_000;

const tooExpensive = (why: string): GraphQLError =>
  new GraphQLError(`The query is too expensive: ${why}. Request less at a time.`);

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );

/** Maximum number of items of a field: its `first`, the maximum page size if that is a variable, 1 for non-lists. */
const maxLengthOf = ({ name, arguments: given = [] }: FieldNode): number => {
  if (!/^(?:all[A-Z]|_allDocuments)/.test(name.value)) return 1;
  const first = given.find((argument) => argument.name.value === 'first')?.value;
  if (first === undefined) return defaultPageSize;
  return first.kind === Kind.INT ? Math.max(1, Number(first.value)) : maxPageSize;
};

/**
 * Refuses an expensive query (rule HOLD-13) by its aliases, nesting and list lengths. Runs before validation, which is
 * itself expensive, and stops at the first exceeded limit.
 * @throws GraphQLError
 */
export const assertAffordable = (document: DocumentNode): void => {
  const fragments = fragmentsOf(document);
  let fields = 0;

  const count = (
    set: SelectionSetNode,
    times: number,
    open: readonly string[],
    nameCounts: Map<string, number>,
  ) => {
    for (const selection of set.selections) {
      fields += times;
      if (fields > maxFields) throw tooExpensive(`more than ${maxFields} fields`);
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const seen = (nameCounts.get(name) ?? 0) + 1;
        nameCounts.set(name, seen);
        if (seen > maxSameName) throw tooExpensive(`${name} more than ${maxSameName} times`);
        if (selection.selectionSet)
          count(selection.selectionSet, times * maxLengthOf(selection), open, new Map());
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        count(selection.selectionSet, times, open, nameCounts);
      } else {
        const { value } = selection.name;
        const fragment = fragments.get(value);
        // Validation refuses fragment cycles.
        if (fragment && !open.includes(value))
          count(fragment.selectionSet, times, [...open, value], new Map());
      }
    }
  };

  /** Counts top-level fields, including those of fragments. */
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

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    count(definition.selectionSet, 1, [], new Map());
    if (statements(definition.selectionSet, []) > maxStatements)
      throw tooExpensive(`more than ${maxStatements} documents or lists`);
  }
};

/** Counts the fields of one response, and stops the query when there are too many. */
export const createFieldCounter = (stop: (why: GraphQLError) => void) => {
  const widths = new Map<FieldNode, number>();
  let resolved = 0;

  const widthOf = (set: SelectionSetNode | undefined, fragments: GraphQLResolveInfo['fragments']): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + 1;
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + widthOf(selection.selectionSet, fragments);
      return sum + widthOf(fragments[selection.name.value]?.selectionSet, fragments);
    }, 0);

  return {
    /** Counts the fields that will be resolved on a field's value. */
    resolved: (value: unknown, { fieldNodes, fragments }: GraphQLResolveInfo): void => {
      const items = Array.isArray(value) ? value.length : 1;
      for (const node of fieldNodes) {
        const width = widths.get(node) ?? widthOf(node.selectionSet, fragments);
        widths.set(node, width);
        resolved += items * width;
      }
      if (resolved > maxResolvedFields)
        stop(tooExpensive(`more than ${maxResolvedFields} fields in the response`));
    },
  };
};
type FieldCounter = ReturnType<typeof createFieldCounter>;

/** Wraps every resolver of a schema so that it counts what it resolves; the counter is in the query's context. */
export const countFields = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context: { fields: FieldCounter }, info) => {
        const value: unknown = resolve(source, args, context, info);
        context.fields.resolved(value, info);
        return value;
      };
    }
  }
  return schema;
};
