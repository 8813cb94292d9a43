import { documentTypes } from '@hofn/content-types';
import { expect, test } from 'vitest';
import type { ContentDocument, Store } from '../reading/store.ts';
import { createQueryExecutor } from './query.ts';
import { createSchema } from './schema.ts';

const view = { ref: 'ref', master: 1, release: null };

const documentOf = (data: Record<string, unknown>): ContentDocument => ({
  id: 'id',
  type: 'product',
  uid: 'kasko',
  lang: 'is',
  groupId: 'group',
  version: 1,
  data,
  tags: [],
  firstPublishedAt: null,
  publishedAt: null,
});

/** A store with one document. */
const storeOf = (document: ContentDocument): Store => ({
  find: async () => ({ documents: [document], total: 1 }),
  byIds: async () => [document],
  headersByIds: async () => [document],
  translations: async () => [document],
  tags: async () => [],
});

test('a short query cannot repeat a long text without limit', async () => {
  const execute = createQueryExecutor(
    createSchema(documentTypes),
    storeOf(documentOf({ intro: 'x'.repeat(1_000_000) })),
  );
  const times = (count: number) =>
    `{ product(uid: "kasko", lang: "is") { ${Array.from({ length: count }, (_, index) => `t${index}: intro`).join(' ')} } }`;
  expect((await execute(view, { query: times(10) })).errors).toBeUndefined();
  expect((await execute(view, { query: times(11) })).errors?.[0]?.message).toMatch(/too long/);
});

test('a query with too many tokens is refused before it is fully parsed', async () => {
  const execute = createQueryExecutor(createSchema(documentTypes), storeOf(documentOf({})));
  const { errors } = await execute(view, { query: `{ ${'a '.repeat(2001)} }` });
  expect(errors?.[0]?.message).toMatch(/2000 tokens/);
});

test('a circular link ends at the document limit', async () => {
  const circle = documentOf({ related: [{ product: { link_type: 'Document', id: 'id' } }] });
  const execute = createQueryExecutor(createSchema(documentTypes), storeOf(circle));
  const depth = 60;
  const query = `{ product(uid: "kasko", lang: "is") { ${'related { product { ... on Product { '.repeat(depth)} title ${'} } } '.repeat(depth)} } }`;
  const { data, errors } = await execute(view, { query });
  expect(errors).toBeUndefined();
  expect(JSON.stringify(data).match(/"product"/g)).toHaveLength(depth + 1);
});

test('a database error is not reported as a query error', async () => {
  const failing: Store = {
    ...storeOf(documentOf({})),
    find: async () => {
      throw new Error('connection terminated');
    },
  };
  const execute = createQueryExecutor(createSchema(documentTypes), failing);
  await expect(execute(view, { query: '{ allProducts { totalCount } }' })).rejects.toThrow(
    'connection terminated',
  );
});

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');

test.each([
  ['many lists', `{ ${times(21, (n) => `a${n}: allProducts(first: 1) { totalCount }`)} }`],
  ['many documents', `{ ${times(21, (n) => `a${n}: product(uid: "a", lang: "is") { title }`)} }`],
  [
    'many lists in fragments',
    `{ ...A ...B } ${['A', 'B'].map((f) => `fragment ${f} on Query { ${times(11, (n) => `${f}${n}: allProducts { totalCount }`)} }`).join(' ')}`,
  ],
  [
    'a long list of many fields',
    `{ allProducts(first: 100) { edges { node { ${times(210, (n) => `t${n}: title`)} } } } }`,
  ],
  [
    'a list whose length is a variable',
    `query ($n: Int) { allProducts(first: $n) { edges { node { ${times(210, (n) => `t${n}: title`)} } } } }`,
  ],
  ['one name again and again', `{ product(uid: "a", lang: "is") { ${times(11, () => 'title')} } }`],
  [
    'one name again and again in parts',
    `{ product(uid: "a", lang: "is") { ${times(11, () => '... on Product { title }')} } }`,
  ],
  [
    'fragments of fragments',
    `{ product(uid: "a", lang: "is") { ...F0 } } ${times(15, (n) => `fragment F${n} on Product { ...F${n + 1} ...F${n + 1} }`)} fragment F15 on Product { title }`,
  ],
])('HOLD-13: a query of %s is refused before anything is read', async (_, query) => {
  let reads = 0;
  const counting: Store = {
    ...storeOf(documentOf({})),
    find: async () => {
      reads += 1;
      return { documents: [], total: 0 };
    },
  };
  const { errors } = await createQueryExecutor(createSchema(documentTypes), counting)(view, { query });
  expect(errors?.[0]?.message).toMatch(/is too expensive/);
  expect(reads).toBe(0);
});

test('HOLD-13: a response with too many fields is aborted, however few documents it has', async () => {
  const related = Array.from({ length: 10 }, () => ({ product: { link_type: 'Document', id: 'id' } }));
  const execute = createQueryExecutor(createSchema(documentTypes), storeOf(documentOf({ related })));
  const names = times(20, (n) => `n${n}: _linkType`);
  const depth = 8;
  const query = `{ product(uid: "kasko", lang: "is") { ${'related { product { ... on Product { '.repeat(depth)} ${names} ${'} } } '.repeat(depth)} } }`;
  const { data, errors } = await execute(view, { query });
  expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/fields in the response/)]);
  expect(data).toBeUndefined();
});
