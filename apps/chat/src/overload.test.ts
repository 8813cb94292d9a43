import { describeWithDatabase } from '@hofn/database/testing.ts';
import { requestUpgrade, type UpgradeAttempt } from '@hofn/service/testing/upgrades.ts';
import { createIssuer } from '@hofn/service/testing.ts';
import { expect, test } from 'vitest';
import { origin, startChat } from './testing.ts';

/** Keeps this thread computing for so many milliseconds of CPU time. */
const compute = (ms: number): void => {
  const before = process.threadCpuUsage();
  for (let used = 0; used < ms * 1000; ) {
    const { user, system } = process.threadCpuUsage();
    used = user + system - before.user - before.system;
  }
};

describeWithDatabase('chat under load', (open) => {
  test('HOLD-26: the connection of a refused WebSocket is closed by the service, whatever refused it', async () => {
    const limits = { eventLoopDelayMs: 20, sampleMs: 200 };
    const chat = await startChat(await open(), await createIssuer(), { limits });
    const refused: UpgradeAttempt[] = [];
    while (refused.length < 90) {
      const attempts = Array.from({ length: 30 }, () => requestUpgrade(chat.port, '/visitor', { origin }));
      compute(250);
      for (const attempt of await Promise.all(attempts)) {
        if (attempt.status === 503) refused.push(attempt);
        else attempt.socket.destroy();
      }
    }
    for (const [path, status] of [
      ['/visitor', 403],
      ['/nowhere', 404],
      ['/%zz', 404],
    ] as const) {
      const other = await requestUpgrade(chat.port, path, { origin: 'https://other.example' });
      // A turn that takes long may still be within the sample.
      expect([status, 503], path).toContain(other.status);
      refused.push(other);
    }
    await Promise.all(refused.map(({ closed }) => closed));
    await chat.stop();
  });

  test('HOLD-26: a stop does not wait for a client that leaves the closing message of its WebSocket unanswered', async () => {
    const chat = await startChat(await open(), await createIssuer());
    const { status, closed } = await requestUpgrade(chat.port, '/visitor', { origin });
    expect(status).toBe(101);
    await chat.stop();
    await closed;
  });
});
