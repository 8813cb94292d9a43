import type { DocumentType, Field, Fields } from '@hofn/content-types/field.ts';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { isStoredLink } from '../reading/links.ts';
import type { ContentDocument } from '../reading/store.ts';
import { protocolDate } from '../rest/document.ts';
import type { ListArguments, QueryContext } from './query-context.ts';

type Context = QueryContext;
type FieldConfig<Source> = GraphQLFieldConfig<Source, Context>;

const scalar = (name: string, description: string) =>
  new GraphQLScalarType({ name, description, serialize: (value) => value });

const json = scalar('Json', 'Rich text as a list of blocks, or a picture.');
const day = scalar('Date', 'A calendar day, 2026-11-21.');
const instant = scalar('DateTime', 'An instant, 2026-11-21T10:00:00+0000.');

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Target = ContentDocument | { link_type: 'Web'; url: string; target?: string };

const linkable = new GraphQLInterfaceType({
  name: '_Linkable',
  resolveType: (target: Target) => ('link_type' in target ? '_ExternalLink' : capitalize(target.type)),
  fields: { _linkType: { type: GraphQLString } },
});

const externalLink = new GraphQLObjectType({
  name: '_ExternalLink',
  interfaces: [linkable],
  fields: {
    _linkType: { type: GraphQLString, resolve: () => 'Link.web' },
    url: { type: new GraphQLNonNull(GraphQLString) },
    target: { type: GraphQLString },
  },
});

const related = new GraphQLObjectType<ContentDocument>({
  name: 'RelatedDocument',
  fields: {
    id: { type: new GraphQLNonNull(GraphQLString) },
    uid: { type: GraphQLString },
    type: { type: new GraphQLNonNull(GraphQLString) },
    lang: { type: new GraphQLNonNull(GraphQLString) },
  },
});

const meta = new GraphQLObjectType<ContentDocument, Context>({
  name: 'Meta',
  fields: {
    id: { type: new GraphQLNonNull(GraphQLString) },
    uid: { type: GraphQLString },
    type: { type: new GraphQLNonNull(GraphQLString) },
    tags: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))) },
    lang: { type: GraphQLString },
    alternateLanguages: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(related))),
      resolve: (document, _args, { translations }) => translations(document),
    },
    firstPublicationDate: {
      type: instant,
      resolve: ({ firstPublishedAt }) => protocolDate(firstPublishedAt),
    },
    lastPublicationDate: { type: instant, resolve: ({ publishedAt }) => protocolDate(publishedAt) },
  },
});

const anyDocument = new GraphQLInterfaceType({
  name: '_Document',
  resolveType: ({ type }: ContentDocument) => capitalize(type),
  fields: { _meta: { type: new GraphQLNonNull(meta) } },
});

const pageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    startCursor: { type: GraphQLString },
    endCursor: { type: GraphQLString },
  },
});

/** Gets the fields of a resolver's source: a document has them in `data`, a group item is the fields. */
type GetFields<Source> = (source: Source) => Record<string, unknown>;
const documentFields: GetFields<ContentDocument> = ({ data }) => data;
const itemFields: GetFields<Record<string, unknown>> = (item) => item;

const resolveLink = (value: unknown, { document }: Context): unknown =>
  isStoredLink(value) ? document(value.id) : value;

const fieldConfig = <Source>(
  owner: string,
  name: string,
  field: Field,
  read: GetFields<Source>,
): FieldConfig<Source> => {
  const plain = (type: GraphQLScalarType): FieldConfig<Source> => ({
    type,
    description: field.about ?? null,
    resolve: (source, _args, { countSize }) => countSize(read(source)[name] ?? null),
  });
  switch (field.kind) {
    case 'text':
    case 'select':
      return plain(GraphQLString);
    case 'number':
      return plain(GraphQLFloat);
    case 'boolean':
      return plain(GraphQLBoolean);
    case 'date':
      return plain(day);
    case 'image':
    case 'richText':
      return plain(json);
    case 'link':
      return {
        type: linkable,
        description: field.about ?? null,
        resolve: (source, _args, context) => resolveLink(read(source)[name] ?? null, context),
      };
    case 'group': {
      const itemName = `${owner}${capitalize(name)}`;
      const item = new GraphQLObjectType<Record<string, unknown>, Context>({
        name: itemName,
        fields: fieldConfigs(itemName, field.fields, itemFields),
      });
      return {
        type: new GraphQLList(new GraphQLNonNull(item)),
        description: field.about ?? null,
        resolve: (source, _args, { countSize }) => countSize(read(source)[name] ?? []),
      };
    }
  }
};

const fieldConfigs = <Source>(
  owner: string,
  fields: Fields,
  read: GetFields<Source>,
): GraphQLFieldConfigMap<Source, Context> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldConfig(owner, name, field, read)]),
  );

const documentType = (type: DocumentType): GraphQLObjectType<ContentDocument, Context> =>
  new GraphQLObjectType<ContentDocument, Context>({
    name: capitalize(type.id),
    description: type.label,
    interfaces: [anyDocument, linkable],
    fields: {
      _meta: { type: new GraphQLNonNull(meta), resolve: (document) => document },
      _linkType: { type: GraphQLString, resolve: () => 'Link.document' },
      ...fieldConfigs(capitalize(type.id), type.fields, documentFields),
    },
  });

const listOf = (item: GraphQLObjectType | GraphQLInterfaceType, name: string) =>
  new GraphQLObjectType({
    name: `${name}ConnectionConnection`,
    fields: {
      totalCount: { type: new GraphQLNonNull(GraphQLInt) },
      pageInfo: { type: new GraphQLNonNull(pageInfo) },
      edges: {
        type: new GraphQLList(
          new GraphQLObjectType({
            name: `${name}ConnectionEdge`,
            fields: {
              node: { type: new GraphQLNonNull(item) },
              cursor: { type: new GraphQLNonNull(GraphQLString) },
            },
          }),
        ),
      },
    },
  });

const textList = new GraphQLList(new GraphQLNonNull(GraphQLString));
const listArguments = {
  id: { type: GraphQLString },
  id_in: { type: textList },
  uid: { type: GraphQLString },
  uid_in: { type: textList },
  uids: { type: textList, description: 'Alias of uid_in.' },
  lang: {
    type: GraphQLString,
    description: 'A language code from the API root, or * for all. Icelandic by default.',
  },
  tags: { type: textList, description: 'All of them.' },
  tags_in: { type: textList, description: 'Any of them.' },
  fulltext: { type: GraphQLString },
  first: { type: GraphQLInt, description: '20 by default, 100 at most.' },
  after: { type: GraphQLString },
};

const sortable = new Set<Field['kind']>(['text', 'number', 'date', 'select', 'boolean']);

const sortsOf = (type: DocumentType) =>
  new GraphQLEnumType({
    name: `Sort${capitalize(type.id)}y`,
    values: Object.fromEntries(
      [
        'meta_firstPublicationDate',
        'meta_lastPublicationDate',
        ...Object.entries(type.fields).flatMap(([name, { kind }]) => (sortable.has(kind) ? [name] : [])),
      ].flatMap((name) => [
        [`${name}_ASC`, { value: { field: name, descending: false } }],
        [`${name}_DESC`, { value: { field: name, descending: true } }],
      ]),
    ),
  });

/** The GraphQL schema of the declared types. Queries only: it is served by GET. */
export const createSchema = (types: readonly DocumentType[]): GraphQLSchema => {
  const built = types.map((type) => ({ type, object: documentType(type) }));
  const fields: GraphQLFieldConfigMap<unknown, Context> = {
    _allDocuments: {
      type: listOf(anyDocument, '_Document'),
      args: { ...listArguments, type: { type: GraphQLString }, type_in: { type: textList } },
      resolve: (_source, args: ListArguments, { list }) => list(undefined, args),
    },
  };
  for (const { type, object } of built) {
    fields[type.id] = {
      type: object,
      args: {
        uid: { type: new GraphQLNonNull(GraphQLString) },
        lang: { type: new GraphQLNonNull(GraphQLString) },
      },
      resolve: (_source, { uid, lang }: { uid: string; lang: string }, { single }) => single(type, uid, lang),
    };
    fields[`all${capitalize(type.id)}s`] = {
      type: listOf(object, capitalize(type.id)),
      args: { ...listArguments, sortBy: { type: sortsOf(type) } },
      resolve: (_source, args: ListArguments, { list }) => list(type, args),
    };
  }
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields }),
    types: [...built.map(({ object }) => object), externalLink],
  });
};
