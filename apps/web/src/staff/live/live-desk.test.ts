import { expect, test } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createLiveDesk, type News, type NewsQuery } from './live-desk.ts';

const nothing: News = { since: 's1', changed: [], isTooMuch: false, counts: null, open: null };

/** A desk whose requests the test answers, with a clock that it moves. */
const startDesk = () => {
  let time = 0;
  let timers: { at: number; run: () => void }[] = [];
  const asked: NewsQuery[] = [];
  let answer: (news: News | Error) => void = () => {};
  const desk = createLiveDesk({
    ask: (query) => {
      asked.push(query);
      return new Promise((resolve, reject) => {
        answer = (news) => (news instanceof Error ? reject(news) : resolve(news));
      });
    },
    now: () => time,
    schedule: (run, ms) => {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    randomFraction: () => 0,
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    desk,
    asked,
    answer: async (news: News | Error) => {
      answer(news);
      await settle();
    },
    /** Lets time pass, and what is due run. */
    pass: async (ms: number) => {
      time += ms;
      const due = timers.filter(({ at }) => at <= time);
      timers = timers.filter(({ at }) => at > time);
      for (const { run } of due) run();
      await settle();
    },
  };
};
const cut = () => new ApiError({ status: 0, errorCode: 'unreachable' });
const shownList = (news: unknown[] = []) => ({
  ...{ since: 's0', filter: { whose: 'mine' } as const },
  onNews: (one: unknown) => void news.push(one),
});

test('DESK-3: one request asks for the list and the open case, from the cursor of the last answer', async () => {
  const { desk, asked, answer, pass } = startDesk();
  const told: unknown[] = [];
  desk.showList(shownList(told));
  await pass(4_999);
  expect(asked).toEqual([]);
  desk.showCase({ id: 'k1', isWriting: () => true, onNews: (open) => told.push(open) });
  await pass(0);
  expect(asked).toEqual([
    { since: 's0', filter: { whose: 'mine' }, counts: 'none', open: { id: 'k1', isWriting: true } },
  ]);
  const open = { changes: 1, last: null, others: [] };
  await answer({ ...nothing, open });
  expect(told).toEqual([{ ...nothing, open }, open]);
  await pass(5_000);
  expect(asked.at(-1)).toMatchObject({ since: 's1' });
});

test('DESK-3: the lists are counted when something has changed, at most every fifteen seconds, and every minute', async () => {
  const { desk, asked, answer, pass } = startDesk();
  desk.showList(shownList());
  const wanted: unknown[] = [];
  for (const second of [5, 10, 15, 20, 25, 30, 35]) {
    await pass(5_000);
    const { counts } = asked.at(-1) ?? {};
    wanted.push([second, counts]);
    const counted = counts === 'always' || (counts === 'whenChanged' && second === 20);
    const changed = second === 20 || second === 25 ? [{} as News['changed'][number]] : [];
    await answer({ ...nothing, changed, counts: counted ? { mine: 1, unassigned: 0 } : null });
  }
  expect(wanted).toEqual([
    ...[
      [5, 'none'],
      [10, 'none'],
      [15, 'whenChanged'],
      [20, 'whenChanged'],
    ],
    ...[
      [25, 'none'],
      [30, 'none'],
      [35, 'always'],
    ],
  ]);
});

test('DESK-3: after two failures it says since when there is no connection, asks less often, and catches up from the same cursor', async () => {
  const { desk, asked, answer, pass } = startDesk();
  const told: unknown[] = [];
  desk.showList(shownList(told));
  await pass(5_000);
  await answer(cut());
  expect(desk.state()).toEqual({ cutAt: undefined, isBack: false });
  await pass(5_000);
  await answer(cut());
  expect(desk.state()).toEqual({ cutAt: 0, isBack: false });
  // An hour later: thirty seconds between two attempts at most.
  await pass(3_600_000);
  await answer(cut());
  await pass(10_000);
  await answer(cut());
  await pass(19_999);
  const before = asked.length;
  await pass(1);
  expect(asked).toHaveLength(before + 1);
  expect(asked.at(-1)).toMatchObject({ since: 's0', counts: 'always' });
  await answer(nothing);
  expect(desk.state()).toEqual({ cutAt: undefined, isBack: true });
  expect(told).toEqual([nothing]);
});

test('DESK-3: the loss of the network is said at once, and its return asks at once', async () => {
  const { desk, asked, answer, pass } = startDesk();
  desk.showList(shownList());
  desk.disconnect();
  expect(desk.state().cutAt).toBe(0);
  desk.wake();
  await answer(nothing);
  expect([asked.length, desk.state()]).toEqual([1, { cutAt: undefined, isBack: true }]);
  await pass(5_000);
  expect(asked).toHaveLength(2);
});

test('DESK-3: a hidden window asks for nothing, and at once when it is visible again', async () => {
  const { desk, asked, answer, pass } = startDesk();
  desk.showList(shownList());
  desk.setVisible(false);
  await pass(600_000);
  expect(asked).toEqual([]);
  desk.setVisible(true);
  await answer(nothing);
  expect(asked).toHaveLength(1);
});

test('DESK-3: a role that has ended ends the questions; a refused cursor has the list read again', async () => {
  const refused = startDesk();
  const told: unknown[] = [];
  refused.desk.showList(shownList(told));
  await refused.pass(5_000);
  await refused.answer(new ApiError({ status: 400, errorCode: 'validation' }));
  expect(told).toEqual([{ changed: [], counts: null, isTooMuch: true }]);
  expect(refused.desk.state().cutAt).toBeUndefined();
  const ended = startDesk();
  ended.desk.showList(shownList());
  await ended.pass(5_000);
  await ended.answer(new ApiError({ status: 403, errorCode: 'forbidden' }));
  await ended.pass(600_000);
  ended.desk.wake();
  expect(ended.asked).toHaveLength(1);
});

test('DESK-3: an answer about a list that is not shown any more changes nothing', async () => {
  const { desk, asked, answer, pass } = startDesk();
  const told: unknown[] = [];
  const end = desk.showList(shownList(told));
  await pass(5_000);
  end();
  desk.showList({ ...shownList(told), since: 'other' });
  await answer(nothing);
  expect(told).toEqual([]);
  await pass(0);
  expect(asked.at(-1)).toMatchObject({ since: 'other' });
});
