import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createDraftSaver, type DraftSaver, type StoredDraft } from './draft-saver.ts';
import { addPendingSave, finishPendingSaves } from './pending-saves.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Loss = 'none' | 'request' | 'response';

/** A server with one draft, as the API keeps it; a lost request or response fails the call. */
const createServer = () => {
  const none: StoredDraft<string, number> = { content: '', version: 0 };
  let stored = none;
  let time = 0;
  let nextLoss: Loss = 'none';
  const reach = async <Answer>(answer: () => Answer): Promise<Answer> => {
    const loss = nextLoss;
    nextLoss = 'none';
    await Promise.resolve();
    if (loss === 'request') throw new ApiError({ status: 0, errorCode: 'unavailable' });
    const result = answer();
    await Promise.resolve();
    if (loss === 'response') throw new ApiError({ status: 0, errorCode: 'unavailable' });
    return result;
  };
  return {
    stored: () => stored,
    lose: (loss: Loss) => {
      nextLoss = loss;
    },
    /** The calls of one device, and the texts that were replaced although they were never on its screen. */
    device: () => {
      const seen = new Set(['', stored.content]);
      const unseen: string[] = [];
      return {
        unseen,
        /** What the screen now shows, or the user has chosen to replace. */
        show: (content: string) => seen.add(content),
        read: () => reach(() => ({ ...stored })),
        save: (content: string, version: number) => {
          seen.add(content);
          return reach(() => {
            if (version !== stored.version) throw new ApiError({ status: 409, errorCode: 'draftChanged' });
            if (!seen.has(stored.content)) unseen.push(stored.content);
            time += 1;
            stored = content === '' ? none : { content, version: time };
            return { version: stored.version };
          });
        },
        /** Sends what is on the screen, which deletes the draft. */
        send: () =>
          reach(() => {
            stored = none;
          }),
      };
    },
  };
};
type Device = ReturnType<ReturnType<typeof createServer>['device']>;

const openDevice = (
  stored: StoredDraft<string, number>,
  { save, read }: Device,
): DraftSaver<string, number> =>
  createDraftSaver<string, number>({
    stored,
    save,
    read,
    isNothing: ({ content, version }) => content === '' && version === 0,
    pauseMs: () => 1000,
  });

const open = () => {
  const server = createServer();
  const device = server.device();
  return { server, device, saver: openDevice(server.stored(), device) };
};

test('DESK-4, DATA-9: typing is saved when it pauses, at the latest after five seconds, with one save at a time', async () => {
  const { server, device } = open();
  const save = vi.fn(device.save);
  const saver = openDevice(server.stored(), { ...device, save });
  for (let letters = 1; letters <= 11; letters += 1) {
    saver.change('a'.repeat(letters));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(save.mock.calls.map(([content]) => content.length)).toEqual([10]);
  expect(saver.state()).toMatchObject({ state: 'saving' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(saver.state()).toMatchObject({ state: 'saved' });
  expect(server.stored()).toMatchObject({ content: 'a'.repeat(11), version: 2 });
});

test('DESK-4: a failed save is said to have failed, is repeated, and a lost response is no conflict', async () => {
  const { server, saver } = open();
  server.lose('response');
  saver.change('Sæl.');
  await vi.advanceTimersByTimeAsync(1000);
  expect(saver.state()).toMatchObject({ state: 'failed' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saver.state()).toMatchObject({ state: 'saved' });
  expect(server.stored()).toMatchObject({ content: 'Sæl.' });
});

test('DESK-4: a save that was refused is not repeated until the text changes', async () => {
  const { server, device } = open();
  const save = vi.fn(device.save);
  save.mockRejectedValueOnce(new ApiError({ status: 404, errorCode: 'notFound' }));
  const saver = openDevice(server.stored(), { ...device, save });
  saver.change('Sæl.');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(save).toHaveBeenCalledOnce();
  expect(saver.state()).toMatchObject({ state: 'failed' });
  saver.change('Sæl og bless.');
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.stored()).toMatchObject({ content: 'Sæl og bless.' });
});

test('DESK-4: after a reply has been sent nothing of it is saved again, and what is typed next is a new draft', async () => {
  const { server, device, saver } = open();
  saver.change('Svar');
  await vi.advanceTimersByTimeAsync(1000);
  saver.change('Svar, lengra');
  await saver.end(async () => {
    await device.send();
    return true;
  }, 0);
  await saver.save();
  saver.change('');
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.stored()).toEqual({ content: '', version: 0 });
  saver.change('Annað svar');
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.stored()).toMatchObject({ content: 'Annað svar' });
});

test('DESK-4: a sign-out saves everything first, and does not wait for a save that hangs', async () => {
  const { server, saver } = open();
  const remove = addPendingSave(() => saver.save());
  saver.change('Hálfskrifað');
  await finishPendingSaves();
  expect(server.stored()).toMatchObject({ content: 'Hálfskrifað' });
  const removeHanging = addPendingSave(() => new Promise(() => {}));
  const finished = finishPendingSaves();
  await vi.advanceTimersByTimeAsync(3000);
  await finished;
  remove();
  removeHanging();
});

type Step = {
  device: 0 | 1;
  kind: 'type' | 'pause' | 'clear' | 'send' | 'mine' | 'newer' | 'reopen';
  loss: Loss;
};

test('DESK-4, DATA-9: on two devices, in any order, with lost requests, no text is replaced that was not on the screen', async () => {
  const step = fc.record({
    device: fc.constantFrom<Step['device'][]>(0, 1),
    kind: fc.constantFrom<Step['kind'][]>(
      'type',
      'type',
      'pause',
      'clear',
      'send',
      'mine',
      'newer',
      'reopen',
    ),
    loss: fc.constantFrom<Loss[]>('none', 'none', 'none', 'request', 'response'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const server = createServer();
      const devices = [server.device(), server.device()] as const;
      const savers = devices.map((device) => openDevice(server.stored(), device));
      const screens = ['', ''];
      let typed = 0;
      for (const { device, kind, loss } of steps) {
        const saver = savers[device];
        if (!saver) continue;
        server.lose(kind === 'reopen' ? 'none' : loss);
        if (kind === 'type' || kind === 'clear') {
          typed += 1;
          screens[device] = kind === 'clear' ? '' : `Texti ${typed}`;
          saver.change(screens[device]);
        } else if (kind === 'send' && saver.state().state !== 'conflict')
          await saver
            .end(async () => {
              await devices[device].send();
              return true;
            }, 0)
            .catch(() => {});
        else if (kind === 'mine') {
          const state = saver.state();
          if (state.state === 'conflict') devices[device].show(state.newer);
          await saver.keepMine();
        } else if (kind === 'newer' && saver.state().state === 'conflict') {
          screens[device] = saver.takeNewer();
          devices[device].show(screens[device]);
        } else if (kind === 'reopen') {
          await saver.save();
          saver.stop();
          savers[device] = openDevice(
            await devices[device].read().catch(() => server.stored()),
            devices[device],
          );
          screens[device] = server.stored().content;
          devices[device].show(screens[device]);
        }
        await vi.advanceTimersByTimeAsync(1500);
        server.lose('none');
      }
      for (const { unseen } of devices) expect(unseen).toEqual([]);
      // Each screen ends saved, or says that it is not.
      await vi.advanceTimersByTimeAsync(30_000);
      for (const [index, saver] of savers.entries()) {
        const state = saver.state();
        expect(['saved', 'conflict']).toContain(state.state);
        if (state.state === 'conflict') expect(state.newer).not.toBe(screens[index]);
        saver.stop();
      }
    }),
    { numRuns: 200 },
  );
});
