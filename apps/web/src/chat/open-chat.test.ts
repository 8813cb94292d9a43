import { expect, test, vi } from 'vitest';
import { createChatStart } from './open-chat.ts';

/** A page whose timers are run by the test. */
const createPage = (parts: Partial<Parameters<typeof createChatStart>[0]> = {}) => {
  const widget = { initialised: false };
  const button = { click: vi.fn() };
  const states: string[] = [];
  const notes: string[] = [];
  const timers = new Map<() => void, number>();
  const start = createChatStart({
    load: async () => {},
    widget: () => widget,
    button: () => button,
    show: (state) => states.push(state),
    online: () => true,
    log: (message) => notes.push(message),
    every: (run, ms) => {
      timers.set(run, ms);
      return () => timers.delete(run);
    },
    ...parts,
  });
  const tick = () => {
    for (const run of [...timers.keys()]) run();
  };
  return { start, widget, button, states, notes, timers, tick };
};

test('HELP-6: the button spins until the widget is initialised, which is then opened through its own button', async () => {
  const { start, widget, button, states, tick, timers } = createPage();
  const starting = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  tick();
  expect(states).toEqual(['loading']);
  expect(button.click).not.toHaveBeenCalled();
  widget.initialised = true;
  tick();
  await starting;
  expect(states).toEqual(['loading', 'ready']);
  expect(button.click).toHaveBeenCalledOnce();
  expect(timers.size).toBe(0);
});

test('HELP-6: a missing widget button is logged to the console, and nothing else happens', async () => {
  const { start, widget, states, notes, tick, timers } = createPage({ button: () => null });
  widget.initialised = true;
  const starting = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await expect(starting).resolves.toBeUndefined();
  expect(states).toEqual(['loading', 'ready']);
  expect(notes).toEqual(['The chat widget has no button.']);
});

test('HELP-7: the widget is polled every 150 ms and opened as soon as it is ready', async () => {
  const { start, widget, button, tick, timers } = createPage();
  const starting = start();
  await vi.waitFor(() => expect([...timers.values()]).toEqual([150]));
  widget.initialised = true;
  tick();
  await starting;
  expect(button.click).toHaveBeenCalledOnce();
});

test('polling times out after ten seconds, and the next press polls again', async () => {
  const { start, widget, button, states, notes, tick, timers } = createPage();
  const starting = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  for (let poll = 1; poll < 67; poll += 1) tick();
  expect(states).toEqual(['loading']);
  tick();
  await starting;
  expect(states).toEqual(['loading', 'failed']);
  expect(notes).toEqual(['The chat widget was not ready in time.']);
  expect(timers.size).toBe(0);
  expect(button.click).not.toHaveBeenCalled();
  widget.initialised = true;
  const secondStart = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await secondStart;
  expect(button.click).toHaveBeenCalledOnce();
});

test('a second press while loading does nothing; a press after that starts again', async () => {
  const load = vi.fn(async () => {});
  const { start, widget, button, tick, timers } = createPage({ load });
  const starts = [start(), start()];
  await vi.waitFor(() => expect(timers.size).toBe(1));
  widget.initialised = true;
  tick();
  await Promise.all(starts);
  expect(load).toHaveBeenCalledOnce();
  const secondStart = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await secondStart;
  expect(button.click).toHaveBeenCalledTimes(2);
});

test.each([
  [true, 'failed'],
  [false, 'offline'],
] as const)(
  'a widget that fails to load, online %s, leaves the button as «%s», to be pressed again',
  async (online, state) => {
    const load = vi.fn(() => Promise.reject(new Error('gone')));
    const { start, states, notes } = createPage({ load, online: () => online });
    await start();
    expect(states).toEqual(['loading', state]);
    expect(notes).toEqual(['The chat could not be loaded.']);
    await start();
    expect(load).toHaveBeenCalledTimes(2);
  },
);
