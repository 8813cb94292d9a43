import { expect, test, vi } from 'vitest';
import { createChatStart } from './open-chat.ts';

/** A page whose timers run when the test says so. */
const page = (parts: Partial<Parameters<typeof createChatStart>[0]> = {}) => {
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
    note: (message) => notes.push(message),
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

test('HELP-6: the button spins until the widget is initialised, which is then opened by its own button', async () => {
  const { start, widget, button, states, tick, timers } = page();
  const started = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  tick();
  expect(states).toEqual(['loading']);
  expect(button.click).not.toHaveBeenCalled();
  widget.initialised = true;
  tick();
  await started;
  expect(states).toEqual(['loading', 'ready']);
  expect(button.click).toHaveBeenCalledOnce();
  expect(timers.size).toBe(0);
});

test('HELP-6: when the widget’s button is not found there is a note in the console and nothing else', async () => {
  const { start, widget, states, notes, tick, timers } = page({ button: () => null });
  widget.initialised = true;
  const started = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await expect(started).resolves.toBeUndefined();
  expect(states).toEqual(['loading', 'ready']);
  expect(notes).toEqual(['The chat widget has no button.']);
});

test('HELP-7: the widget is looked at every 150 ms, and opened as soon as it is ready', async () => {
  const { start, widget, button, tick, timers } = page();
  const started = start();
  await vi.waitFor(() => expect([...timers.values()]).toEqual([150]));
  widget.initialised = true;
  tick();
  await started;
  expect(button.click).toHaveBeenCalledOnce();
});

test('a widget that is not ready in ten seconds is given up, and looked for anew at the next press', async () => {
  const { start, widget, button, states, notes, tick, timers } = page();
  const started = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  for (let look = 1; look < 67; look += 1) tick();
  expect(states).toEqual(['loading']);
  tick();
  await started;
  expect(states).toEqual(['loading', 'failed']);
  expect(notes).toEqual(['The chat widget was not ready in time.']);
  expect(timers.size).toBe(0);
  expect(button.click).not.toHaveBeenCalled();
  widget.initialised = true;
  const again = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await again;
  expect(button.click).toHaveBeenCalledOnce();
});

test('a second press while it loads starts nothing again, and one after it does', async () => {
  const load = vi.fn(async () => {});
  const { start, widget, button, tick, timers } = page({ load });
  const both = [start(), start()];
  await vi.waitFor(() => expect(timers.size).toBe(1));
  widget.initialised = true;
  tick();
  await Promise.all(both);
  expect(load).toHaveBeenCalledOnce();
  const again = start();
  await vi.waitFor(() => expect(timers.size).toBe(1));
  tick();
  await again;
  expect(button.click).toHaveBeenCalledTimes(2);
});

test.each([
  [true, 'failed'],
  [false, 'offline'],
] as const)(
  'a widget that does not come, online %s, leaves the button with «%s», to be pressed again',
  async (online, state) => {
    const load = vi.fn(() => Promise.reject(new Error('gone')));
    const { start, states, notes } = page({ load, online: () => online });
    await start();
    expect(states).toEqual(['loading', state]);
    expect(notes).toEqual(['The chat could not be loaded.']);
    await start();
    expect(load).toHaveBeenCalledTimes(2);
  },
);
