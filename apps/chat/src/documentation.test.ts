import { chatCalls } from '@hofn/contracts';
import { testDatabase } from '@hofn/database/testing.ts';
import { createIssuer } from '@hofn/service/testing.ts';
import { expect, test } from 'vitest';
import { startChat } from './testing.ts';

test('CALL-4: the call of the chat service matches its schema and is in the OpenAPI document', async () => {
  const database = await testDatabase();
  const chat = await startChat(database, await createIssuer());
  const { path, response } = chatCalls.chatAvailability;
  const answer = await (await fetch(`${chat.url}${path}`)).json();
  expect(response.strict().parse(answer)).toEqual(answer);
  const document = (await (await fetch(`${chat.url}/openapi.json`)).json()) as { paths: object };
  expect(document.paths).toEqual({
    [path]: {
      get: expect.objectContaining({ operationId: 'chatAvailability', parameters: [], security: [] }),
    },
  });
  await chat.stop();
  await database.close();
});
