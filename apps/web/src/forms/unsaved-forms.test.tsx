// @vitest-environment happy-dom
// Model-based test of several forms on one screen, opened, edited, sent, cancelled and left in any order, with
// the real hook and router.
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import fc from 'fast-check';
import { act, useState, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPage } from '../engine/loaded-page.ts';
import { handleHistoryStep, navigate, setRouter } from '../engine/navigate.ts';
import { confirmLeaving } from '../engine/navigation-blocker.ts';
import { createRouter, type Router } from '../engine/router.ts';
import { TextsContext } from '../engine/texts.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { useUnsaved } from './useUnsaved.ts';
// Import the module up front, so that no test waits for its compilation.
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
let position: number;
let sent: string[];
const replaceState = history.replaceState.bind(history);

const goTo = (index: number) => {
  position = index;
  replaceState(entries[position]?.state, '', entries[position]?.href);
};
/** Simulates history traversal: the browser changes the entry first, then fires popstate. */
const move = (steps: number) => {
  goTo(position + steps);
  handleHistoryStep();
};

const Form = ({ form, onEnd }: { form: number; onEnd: () => void }) => {
  const [text, setText] = useState('');
  const [isHidden, setIsHidden] = useState(false);
  useUnsaved(text !== '');
  const send = () => {
    sent.push(text);
    onEnd();
  };
  // As a form does that has become impossible to send: its input is still there, but nothing of it is drawn.
  if (isHidden) return <button type="button" data-show={form} onClick={() => setIsHidden(false)} />;
  return (
    <fieldset data-form={form}>
      <button type="button" data-act="hide" onClick={() => setIsHidden(true)} />
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" data-act="send" onClick={send} />
      <button type="button" data-act="cancel" onClick={onEnd} />
    </fieldset>
  );
};
const FormSlot = ({ form }: { form: number }) => {
  const [open, setOpen] = useState(false);
  if (open) return <Form form={form} onEnd={() => setOpen(false)} />;
  return <button type="button" data-open={form} onClick={() => setOpen(true)} />;
};
const Screen = () => {
  const { path } = useSyncExternalStore(router.subscribe, router.shown).page;
  return (
    <main key={path}>{path === '/form' && forms.map((form) => <FormSlot key={form} form={form} />)}</main>
  );
};

const open = async () => {
  entries = [];
  position = -1;
  sent = [];
  const push = (state: unknown, _: string, href?: string | URL | null) => {
    entries.splice(position + 1, entries.length, { state, href: String(href) });
    goTo(position + 1);
  };
  vi.spyOn(history, 'pushState').mockImplementation(push);
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, href) => {
    entries[position] = { state, href: String(href ?? location.href) };
    goTo(position);
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
      writeEntry: (address, state, replaces) =>
        history[replaces ? 'replaceState' : 'pushState'](state, '', address),
      loadDocument: () => {},
      schedule: () => () => {},
      newKey: () => String(entries.length),
    },
    mayOpenDirectly: () => false,
    beforeChange: async () => {},
  });
  setRouter(router);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Screen />
        <LeaveQuestion />
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
const find = <Match extends HTMLElement>(selector: string) =>
  document.querySelector<Match>(selector) ?? undefined;
const click = (selector: string) => act(async () => find(selector)?.click());
const dialogs = () => document.querySelectorAll('dialog').length;
const answer = async (name: 'leave' | 'stay' | 'close') => {
  const label = texts(`global|${name}` as never);
  const button = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
    (candidate) => label === (candidate.getAttribute('aria-label') ?? candidate.textContent),
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
const end = (form: number, action: 'send' | 'cancel') => click(`[data-form="${form}"] [data-act=${action}]`);
const typedTexts = () =>
  forms.map((form) => find<HTMLInputElement>(`[data-form="${form}"] input`)?.value ?? '');
const isUnloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const currentPath = () => router.shown().page.path;

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

test('HOLD-3: after one of two forms is sent, the other is still guarded', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await end(0, 'send');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('stay');
  expect(typedTexts()).toEqual(['', 'b', '']);
});

test('HOLD-3: after cancelling both forms, including the one opened first, every link works', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await end(0, 'cancel');
  await end(1, 'cancel');
  await act(async () => void navigate('/other'));
  await until(() => expect(currentPath()).toBe('/other'));
  expect(dialogs()).toBe(0);
});

test('HOLD-3: leaving two unsaved forms takes a single confirmation', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('leave');
  await until(() => expect(currentPath()).toBe('/other'));
  expect(dialogs()).toBe(0);
});

test('HOLD-3: when a form unmounts while its dialog is open, the question stays for the next form, and the last form closes it', async () => {
  await type(0, 'a');
  await type(1, 'b');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await end(0, 'send');
  await until(() => expect(dialogs()).toBe(1));
  await end(1, 'send');
  await until(() => expect(dialogs()).toBe(0));
  expect([currentPath(), sent]).toEqual(['/form', ['a', 'b']]);
  await act(async () => void navigate('/other'));
  await until(() => expect(currentPath()).toBe('/other'));
});

test('HOLD-3: input typed after a failed navigation is guarded again', async () => {
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
  expect(typedTexts()).toEqual(['ab', '', '']);
});

type Way = 'link' | 'back' | 'forward' | 'step' | 'gone';
type Reply = 'leave' | 'stay' | 'close' | `send ${number}` | `cancel ${number}`;
type Act =
  | { kind: 'type'; form: number; text: string }
  | { kind: 'send' | 'cancel'; form: number }
  | { kind: 'move'; way: Way; reply: Reply };

const form = fc.constantFrom(...forms);
const acts = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('type'), form, text: fc.constantFrom('a', 'b', '') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('send', 'cancel'), form }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      way: fc.constantFrom<Way>('link', 'back', 'forward', 'step', 'gone'),
      reply: fc.oneof(
        fc.constantFrom<Reply>('leave', 'stay', 'close'),
        form.map((form): Reply => `send ${form}`),
        form.map((form): Reply => `cancel ${form}`),
      ),
    }),
  },
) as fc.Arbitrary<Act>;

/** Expected state: `text` of each form, and whether the user has confirmed the loss of unsent text. */
type Expected = { path: string; text: string[]; sent: string[]; isLossConfirmed: boolean };

const isGuarded = ({ text, isLossConfirmed }: Expected) =>
  !isLossConfirmed && text.some((input) => input !== '');

const endForm = async (expected: Expected, form: number, action: 'send' | 'cancel') => {
  if (find(`[data-form="${form}"]`) && action === 'send') expected.sent.push(expected.text[form] ?? '');
  expected.text[form] = '';
  if (expected.text.every((input) => input === '')) expected.isLossConfirmed = false;
  await end(form, action);
};

const makeMove = async (way: Way) => {
  await act(async () => {
    if (way === 'back') move(-1);
    else if (way === 'forward') move(1);
    else if (way === 'gone') void navigate('/gone');
    else if (way === 'step') void navigate(`${currentPath()}?step=${entries.length}`);
    else void navigate(currentPath() === '/form' ? '/other' : '/form');
  });
};

/** Path that a move leads to; undefined if there is no such history entry. */
const targetOf = (way: Way): string | undefined => {
  if (way === 'back' || way === 'forward') {
    const entry = entries[position + (way === 'back' ? -1 : 1)];
    return entry && new URL(entry.href).pathname.slice(base.length);
  }
  if (way === 'gone') return '/gone';
  if (way === 'step') return currentPath();
  return currentPath() === '/form' ? '/other' : '/form';
};

const expectArrived = async (expected: Expected, target: string) => {
  if (target === '/gone') {
    await until(() => expect(router.progress().status).toBe('error'));
    return;
  }
  await until(() => expect([location.pathname, currentPath()]).toEqual([base + target, target]));
  // Each completed navigation resets the confirmation.
  expected.isLossConfirmed = false;
  if (target === expected.path) return;
  Object.assign(expected, { path: target, text: ['', '', ''] });
};

const leave = async (expected: Expected, way: Way, reply: Reply) => {
  const target = targetOf(way);
  if (target === undefined) return;
  const isAsked = target !== expected.path && isGuarded(expected);
  await makeMove(way);
  if (!isAsked) return expectArrived(expected, target);
  await until(() => expect(dialogs()).toBe(1));
  const [action, form] = reply.split(' ');
  if (action === 'leave') {
    await answer('leave');
    expected.isLossConfirmed = true;
    return expectArrived(expected, target);
  }
  if (action === 'send' || action === 'cancel') {
    await endForm(expected, Number(form), action);
    await until(() => expect(dialogs()).toBe(isGuarded(expected) ? 1 : 0));
  }
  await answer(action === 'close' ? 'close' : 'stay');
};

test('HOLD-3: in any order of opening, typing, sending, cancelling and leaving, confirmation is requested exactly when input would be lost', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(acts, { minLength: 2, maxLength: 14 }), async (steps) => {
        const expected: Expected = { path: '/form', text: ['', '', ''], sent: [], isLossConfirmed: false };
        for (const step of steps) {
          if (step.kind === 'move') await leave(expected, step.way, step.reply);
          else if (expected.path === '/form') {
            if (step.kind !== 'type') await endForm(expected, step.form, step.kind);
            else {
              await type(step.form, step.text);
              expected.text[step.form] = step.text;
              expected.isLossConfirmed = false;
            }
          }
          expect([dialogs(), currentPath(), location.pathname]).toEqual([
            0,
            expected.path,
            base + expected.path,
          ]);
          expect(typedTexts()).toEqual(expected.text);
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

test('HOLD-3: links and sign-out work after a form with unsaved input has disappeared from the screen', async () => {
  await type(0, 'a');
  await click('[data-form="0"] [data-act=hide]');
  await act(async () => void navigate('/other'));
  await until(() => expect(dialogs()).toBe(1));
  await answer('stay');
  let mayLeave: boolean | undefined;
  await act(async () => void confirmLeaving().then((answered) => (mayLeave = answered)));
  await until(() => expect(dialogs()).toBe(1));
  await answer('leave');
  expect(mayLeave).toBe(true);
});

test('HOLD-3: whatever forms do, a link either works or is answered by exactly one question', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('type', 'hide', 'show', 'send', 'cancel'), form }),
    fc.record({ kind: fc.constantFrom('link', 'back', 'stay', 'leave'), form: fc.constant(0) }),
  );
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 2, maxLength: 16 }), async (steps) => {
        for (const { kind, form } of steps) {
          if (kind === 'type') {
            await click(`[data-show="${form}"]`);
            if (currentPath() === '/form') await type(form, 'a');
          } else if (kind === 'show') await click(`[data-show="${form}"]`);
          else if (kind === 'hide') await click(`[data-form="${form}"] [data-act=hide]`);
          else if (kind === 'send' || kind === 'cancel') await end(form, kind);
          else if (kind === 'stay' || kind === 'leave') await answer(kind);
          else await makeMove(kind as Way);
          // The invariant: another link is followed, or the user sees one question and can answer it.
          const from = currentPath();
          await makeMove('link');
          await until(() => expect(currentPath() === from ? dialogs() : 1).toBe(1));
          expect(dialogs()).toBe(currentPath() === from ? 1 : 0);
          await answer('stay');
          expect(dialogs()).toBe(0);
        }
      })
      .beforeEach(async () => {
        await close();
        await open();
      }),
    { numRuns: 60 },
  );
});
