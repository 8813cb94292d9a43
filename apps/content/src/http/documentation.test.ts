import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { startContent } from '../testing.ts';

test('every call of the contract matches its schema and is in the OpenAPI document', async () => {
  const database = await testDatabase();
  const content = await startContent(database);
  const { body: document } = await content.get('/openapi.json');
  const queries = {
    contentRoot: '',
    contentSearch: `?q=${encodeURIComponent('[[at(document.type,"product")]]')}&lang=*`,
    contentGraphql: `?query=${encodeURIComponent('{ footer(uid: "footer", lang: "is") { phone } }')}`,
  };
  for (const [name, { path, response }] of Object.entries(contentServiceCalls)) {
    const { status, body } = await content.get(`${path}${queries[name as keyof typeof queries]}`);
    expect(status, name).toBe(200);
    expect(response.strict().parse(body), name).toEqual(body);
    expect(document).toMatchObject({ paths: { [path]: { get: { operationId: name } } } });
  }
  expect(Object.keys(document.paths as object)).toHaveLength(Object.keys(queries).length);
  await content.stop();
  await database.close();
});
