import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandDatabases } from '../core/import/testing/command.ts';
import { secretsKey, startReceiver, startWebhooks } from './testing.ts';

const script = fileURLToPath(new URL('testing-process.ts', import.meta.url));

describe.each(commandDatabases)('a delivery that is killed (%s)', (_engine, create) => {
  test('CORE-9: an event whose process is killed after it arrived and before that is stored comes again with the same id, and none is lost', async () => {
    const place = await create();
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const documents = ['d1', 'd2', 'd3', 'd4'];
    await place.use(async (database) => {
      const system = await startWebhooks(database);
      await system.add(receiver);
      await system.record(...documents);
      await system.api.stop();
    });

    const environment = {
      ...{ ...process.env, ...place.env, SECRETS_KEY: secretsKey.toString('base64') },
      WEBHOOK_NETWORKS: '127.0.0.1',
    };
    const child = spawn(process.execPath, [script], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    receiver.answer = ({ event }) => {
      if (event.data.documentId === 'd2') child.kill('SIGKILL');
      return 204;
    };
    await once(child, 'exit');
    expect(receiver.documents()).toEqual(['d1', 'd2']);

    receiver.answer = () => 204;
    await place.use(async (database) => {
      const system = await startWebhooks(database);
      // The claim of the killed process has not ended yet.
      system.clock.set(new Date().toISOString());
      await system.deliver();
      expect(receiver.received).toHaveLength(2);
      system.pass(61);
      await system.deliver();
      expect(receiver.documents()).toEqual(['d1', 'd2', 'd2', 'd3', 'd4']);
      expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);
      await system.api.stop();
    });
  });
});
