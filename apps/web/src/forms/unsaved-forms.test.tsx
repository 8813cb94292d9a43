// @vitest-environment happy-dom
// Forms of one screen, opened, typed in, sent, cancelled and left in any order, with the real hook and the real router.
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import fc from 'fast-check';
import { act, useState, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPage } from '../engine/loaded-page.ts';
import { moved, navigate, setRouter } from '../engine/navigate.ts';
import { createRouter, type Router } from '../engine/router.ts';
import { TextsContext } from '../engine/texts.ts';
import { useUnsaved } from './useUnsaved.tsx';
// Loaded beforehand, so that no test waits for it to be compiled.
import './LeaveDialog.tsx';

const origin = 'https://hofn.example';
const base = '/arsskyrsla';
const texts = createTranslator('is', { ...shell, ...portal });
const forms = [0, 1, 2] as const;

const page = (path: string): LoadedPage<string> => ({
  status: 'success',
  path,
  notFound: false,
  data: {
    path,
    componentChunkName: 'component---generic',
    staticQueryHashes: [],
    result: {
      data: {},
      pageContext: { key: path, language: 'is', title: path, description: '', alternates: {}, area: 'site' },
    },
    webpackCompilationHash: 'build1',
  },
  staticQueries: {},
  parts: '',
  buildHash: 'build1',
});

let root: Root;
let router: Router<string>;
let entries: { state: unknown; href: string }[];
let at: number;
let sent: string[];
const replaceState = history.replaceState.bind(history);

const goTo = (place: number) => {
  at = place;
  replaceState(entries[at]?.state, '', entries[at]?.href);
};
/** The browser moves in its history, and tells the page afterwards. */
const move = (steps: number) => {
  goTo(at + steps);
  moved();
};

const Form = ({ form, onEnd }: { form: number; onEnd: () => void }) => {
  const [text, setText] = useState('');
  const question = useUnsaved(text !== '');
  const send = () => {
    sent.push(text);
    onEnd();
  };
  return (
    <fieldset data-form={form}>
      {question}
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" data-act="send" onClick={send} />
      <button type="button" data-act="cancel" onClick={onEnd} />
    </fieldset>
  );
};
const Place = ({ form }: { form: number }) => {
  const [open, setOpen] = useState(false);
  if (open) return <Form form={form} onEnd={() => setOpen(false)} />;
  return <button type="button" data-open={form} onClick={() => setOpen(true)} />;
};
const Screen = () => {
  const { path } = useSyncExternalStore(router.subscribe, router.shown).page;
  return <main key={path}>{path === '/form' && forms.map((form) => <Place key={form} form={form} />)}</main>;
};

const open = async () => {
  entries = [];
  at = -1;
  sent = [];
  const push = (state: unknown, _: string, href?: string | URL | null) => {
    entries.splice(at + 1, entries.length, { state, href: String(href) });
    goTo(at + 1);
  };
  vi.spyOn(history, 'pushState').mockImplementation(push);
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, href) => {
    entries[at] = { state, href: String(href ?? location.href) };
    goTo(at);
  });
  vi.spyOn(history, 'back').mockImplementation(() => move(-1));
  push(null, '', `${origin}${base}/form`);
  router = createRouter<string>({
    loader: {
      match: (path) => ({ path, params: {} }),
      load: async (path) => (path === '/gone' ? { status: 'error', path, hasDocument: false } : page(path)),
      prefetch: async () => {},
    },
    first: page('/form'),
    browser: {
      address: () => new URL(location.href),
      historyState: () => history.state,
      push: (address, state) => history.pushState(state, '', address),
      replace: (address, state) => history.replaceState(state, '', address),
      open: () => {},
      later: () => () => {},
      newKey: () => String(entries.length),
    },
    mayOpenDirectly: () => false,
    beforeChange: async () => {},
  });
  setRouter(router);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TextsContext value={texts as never}>
        <Screen />
      </TextsContext>,
    ),
  );
};
const close = async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
};

const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {});
      check();
    },
    { interval: 1 },
  );
const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector) ?? undefined;
const click = (selector: string) => act(async () => find(selector)?.click());
const dialogs = () => document.querySelectorAll('dialog').length;
const answer = async (name: 'leave' | 'stay' | 'close') => {
  const label = texts(`global|${name}` as never);
  const button = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
    (found) => label === (found.getAttribute('aria-label') ?? found.textContent),
  );
  await act(async () => button?.click());
};
const type = async (form: number, text: string) => {
  await click(`[data-open="${form}"]`);
  const input = find<HTMLInputElement>(`[data-form="${form}"] input`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
};
const end = (form: number, how: 'send' | 'cancel') => click(`[data-form="${form}"] [data-act=${how}]`);
const typed = () => forms.map((form) => find<HTMLInputElement>(`[data-form="${form}"] input`)?.value ?? '');
const isUnloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const pathNow = () => router.shown().page.path;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  window.location.href = `${origin}${base}/form`;
  await open();
});
afterEach(async () => {
  await close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('HOLD-3: sending one of two forms leaves the other guarded', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await end(0, 'send');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('stay');
  expect(typed()).toEqual(['', 'b', '']);
});

test('HOLD-3: once both forms are cancelled, the one opened first too, every link works', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await end(0, 'cancel');
  await end(1, 'cancel');
  await act(async () => void navigate('/other'));
  await until(() => expect(pathNow()).toBe('/other'));
  expect(dialogs()).toBe(0);
});

test('HOLD-3: leaving two unsaved forms is confirmed once', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('leave');
  await until(() => expect(pathNow()).toBe('/other'));
  expect(dialogs()).toBe(0);
});

test('HOLD-3: a form that goes while its question is open passes it to the next, and the last one closes it', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await end(0, 'send');
  await until(() => expect(dialogs()).toBe(1));
  expect(find('[data-form="1"] dialog')).toBeDefined();
  await end(1, 'send');
  await until(() => expect(dialogs()).toBe(0));
  expect([pathNow(), sent]).toEqual(['/form', ['a', 'b']]);
  await act(async () => void navigate('/other'));
  await until(() => expect(pathNow()).toBe('/other'));
});

test('HOLD-3: what is typed after the page that was wanted has failed to load is guarded again', async () => {
  await type(0, 'a');
  await act(async () => void navigate('/gone'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('leave');
  await until(() => expect(router.progress().status).toBe('error'));
  expect(isUnloadAsked()).toBe(false);
  await type(0, 'ab');
  expect(isUnloadAsked()).toBe(true);
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('stay');
  expect(typed()).toEqual(['ab', '', '']);
});

type Way = 'link' | 'back' | 'forward' | 'step' | 'gone';
type Reply = 'leave' | 'stay' | 'close' | `send ${number}` | `cancel ${number}`;
type Act =
  | { does: 'type'; form: number; text: string }
  | { does: 'send' | 'cancel'; form: number }
  | { does: 'move'; way: Way; reply: Reply };

const form = fc.constantFrom(...forms);
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('type'), form, text: fc.constantFrom('a', 'b', '') }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('send', 'cancel'), form }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('move'),
      way: fc.constantFrom<Way>('link', 'back', 'forward', 'step', 'gone'),
      reply: fc.oneof(
        fc.constantFrom<Reply>('leave', 'stay', 'close'),
        form.map((place): Reply => `send ${place}`),
        form.map((place): Reply => `cancel ${place}`),
      ),
    }),
  },
) as fc.Arbitrary<Act>;

/** What the screen must hold: `text` of each form, and whether the reader has agreed to lose what is there now. */
type Expected = { path: string; text: string[]; sent: string[]; agreed: boolean };

const isGuarded = ({ text, agreed }: Expected) => !agreed && text.some((one) => one !== '');

const endForm = async (expected: Expected, place: number, how: 'send' | 'cancel') => {
  if (find(`[data-form="${place}"]`) && how === 'send') expected.sent.push(expected.text[place] ?? '');
  expected.text[place] = '';
  if (expected.text.every((one) => one === '')) expected.agreed = false;
  await end(place, how);
};

const go = async (way: Way) => {
  await act(async () => {
    if (way === 'back') move(-1);
    else if (way === 'forward') move(1);
    else if (way === 'gone') void navigate('/gone');
    else if (way === 'step') void navigate(`${pathNow()}?step=${entries.length}`);
    else void navigate(pathNow() === '/form' ? '/other' : '/form');
  });
};

/** Where a move leads: its path, and whether that is another page. */
const targetOf = (way: Way): string | undefined => {
  if (way === 'back' || way === 'forward') {
    const entry = entries[at + (way === 'back' ? -1 : 1)];
    return entry && new URL(entry.href).pathname.slice(base.length);
  }
  if (way === 'gone') return '/gone';
  if (way === 'step') return pathNow();
  return pathNow() === '/form' ? '/other' : '/form';
};

const arrived = async (expected: Expected, target: string) => {
  if (target === '/gone') {
    await until(() => expect(router.progress().status).toBe('error'));
    return;
  }
  await until(() => expect([location.pathname, pathNow()]).toEqual([base + target, target]));
  // Whoever goes on within the page has not left it after all.
  expected.agreed = false;
  if (target === expected.path) return;
  Object.assign(expected, { path: target, text: ['', '', ''] });
};

const leave = async (expected: Expected, way: Way, reply: Reply) => {
  const target = targetOf(way);
  if (target === undefined) return;
  const isAsked = target !== expected.path && isGuarded(expected);
  await go(way);
  if (!isAsked) return arrived(expected, target);
  await until(() => expect(dialogs()).toBe(1));
  const [how, place] = reply.split(' ');
  if (how === 'leave') {
    await answer('leave');
    expected.agreed = true;
    return arrived(expected, target);
  }
  if (how === 'send' || how === 'cancel') {
    await endForm(expected, Number(place), how);
    await until(() => expect(dialogs()).toBe(isGuarded(expected) ? 1 : 0));
  }
  await answer(how === 'close' ? 'close' : 'stay');
};

test('HOLD-3: in any order of opening, typing, sending, cancelling and leaving, nothing typed is lost unasked, and nothing is asked when nothing would be lost', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(acts, { minLength: 2, maxLength: 14 }), async (steps) => {
        const expected: Expected = { path: '/form', text: ['', '', ''], sent: [], agreed: false };
        for (const step of steps) {
          if (step.does === 'move') await leave(expected, step.way, step.reply);
          else if (expected.path === '/form') {
            if (step.does !== 'type') await endForm(expected, step.form, step.does);
            else {
              await type(step.form, step.text);
              expected.text[step.form] = step.text;
              expected.agreed = false;
            }
          }
          expect([dialogs(), pathNow(), location.pathname]).toEqual([0, expected.path, base + expected.path]);
          expect(typed()).toEqual(expected.text);
          expect(sent).toEqual(expected.sent);
          expect(isUnloadAsked()).toBe(isGuarded(expected));
        }
      })
      .beforeEach(async () => {
        await close();
        await open();
      }),
    { numRuns: 100 },
  );
});
