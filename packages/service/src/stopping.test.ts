import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StopTimeout, stopInOrder } from './stopping.ts';

const never = () => new Promise<void>(() => undefined);
const inMs = (ms: number) => performance.now() + ms;

test('parts are stopped one after another, each before the parts it uses', async () => {
  const seen: string[] = [];
  const part = (name: string) => ({
    name,
    stop: async () => {
      seen.push(`${name} begins`);
      await setTimeout(1);
      seen.push(`${name} ends`);
    },
  });
  await stopInOrder([part('server'), part('database')], inMs(60_000));
  expect(seen).toEqual(['server begins', 'server ends', 'database begins', 'database ends']);
});

test('a part that never stops does not keep those below it open, and is named, also when it is a part of another one', async () => {
  const stopped: string[] = [];
  const fine = (name: string) => ({ name, stop: async () => void stopped.push(name) });
  const chat = (until: number) => stopInOrder([{ name: 'sockets', stop: never }, fine('jobs')], until);
  const stopping = stopInOrder(
    [{ name: 'web', stop: never }, { name: 'chat', stop: chat }, fine('database')],
    inMs(1_000),
  );
  const error = await stopping.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StopTimeout);
  expect((error as StopTimeout).parts.toSorted()).toEqual(['sockets', 'web']);
  expect(stopped).toEqual(['jobs', 'database']);
});

test('a part that fails to stop is reported once all others have stopped', async () => {
  const stopped: string[] = [];
  const fails = (text: string) => ({ name: text, stop: () => Promise.reject(new Error(text)) });
  const fine = { name: 'database', stop: async () => void stopped.push('database') };
  await expect(stopInOrder([fails('no route'), fine])).rejects.toThrow('no route');
  await expect(stopInOrder([fails('one'), fails('two'), fine])).rejects.toThrow('several parts');
  expect(stopped).toEqual(['database', 'database']);
});
