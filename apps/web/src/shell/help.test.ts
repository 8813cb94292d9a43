// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ChatEvent, chatEvent, otherHelpEvent } from '../chat/widget-events.ts';
import type { HelpSign } from './help.ts';
import { visitNames } from './visitor-choices.ts';

const openInquiry = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('./InquiryWindow.tsx', () => ({ openInquiry }));
vi.mock('../chat/open-chat.ts', () => ({ createChatStart: () => async () => tellChat('opened') }));

/** Dispatches an event like the chat widget. */
const tellChat = (detail: ChatEvent['detail']) => {
  chatIsOpen = detail === 'opened';
  window.dispatchEvent(new CustomEvent(chatEvent, { detail }));
};
let chatIsOpen: boolean;
/** Removes its listeners after the test, as if each test had its own document. */
let ends: AbortController;
let help: (sign: HelpSign) => void;

const load = async () => {
  vi.resetModules();
  ({ help } = await import('./help.ts'));
};

beforeEach(async () => {
  sessionStorage.clear();
  chatIsOpen = false;
  ends = new AbortController();
  for (const target of [window, document] as EventTarget[]) {
    const listen = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation((type, listener, options) =>
      listen(type, listener, { ...(typeof options === 'object' && options), signal: ends.signal }),
    );
  }
  window.addEventListener(otherHelpEvent, () => {
    if (chatIsOpen) tellChat('closed');
  });
  openInquiry.mockImplementation(async () =>
    document.querySelector<HTMLDialogElement>('#inquiry')?.showModal(),
  );
  document.body.innerHTML =
    '<main><h1>Síða</h1></main><dialog id="assistance"><a data-help="inquiry" href="/fyrirspurn">Fyrirspurn</a></dialog><dialog id="inquiry"></dialog>';
  await load();
});
afterEach(() => {
  ends.abort();
  document.body.replaceChildren();
  delete document.documentElement.dataset.prompt;
  vi.restoreAllMocks();
});

/** Clicks a help button; the browser opens the panel, by the button's command. */
const press = (sign: 'assistant' | 'chat' | 'inquiry') => async () => {
  if (sign === 'assistant') document.querySelector<HTMLDialogElement>('#assistance')?.showModal();
  help(sign);
  await vi.waitFor(() => expect(open()).toContain(sign));
};
const close = (modal: 'assistance' | 'inquiry') => async () =>
  document.querySelector<HTMLDialogElement>(`#${modal}`)?.close();
const closeChat = async () => tellChat('closed');
/** Navigates to a hash that opens a modal. */
const hash = (name: '#netspjall' | '#fyrirspurn', modal: 'chat' | 'inquiry') => async () => {
  location.hash = name;
  help('hash');
  location.hash = '';
  await vi.waitFor(() => expect(open()).toContain(modal));
};
const chatByHash = hash('#netspjall', 'chat');
const inquiryByHash = hash('#fyrirspurn', 'inquiry');
const scroll =
  (scrollY: number, innerHeight = 921) =>
  async () => {
    for (const [name, value] of Object.entries({ scrollY, innerHeight }))
      Object.defineProperty(window, name, { value, configurable: true });
    help('scrolled');
  };
/** Loads another document of the same visit. */
const reload = async () => {
  ends.abort();
  ends = new AbortController();
  delete document.documentElement.dataset.prompt;
  await load();
};

const open = () => [
  ...(document.querySelector('#assistance[open]') ? ['assistant'] : []),
  ...(chatIsOpen ? ['chat'] : []),
  ...(document.querySelector('#inquiry[open]') ? ['inquiry'] : []),
];
const prompt = () => document.documentElement.hasAttribute('data-prompt');

type Act = () => Promise<void>;

describe('HELP-10: the active modal', () => {
  const rows: [string, Act[], string[]][] = [
    ['nothing is open at the start', [], []],
    ['assistance opens', [press('assistant')], ['assistant']],
    ['chat opens', [press('chat')], ['chat']],
    ['the inquiry opens', [press('inquiry')], ['inquiry']],
    ['assistance closes', [press('assistant'), close('assistance')], []],
    ['chat closes', [press('chat'), closeChat], []],
    ['the inquiry closes', [press('inquiry'), close('inquiry')], []],
    ['chat opens over assistance', [press('assistant'), press('chat')], ['chat']],
    ['the inquiry opens over assistance', [press('assistant'), press('inquiry')], ['inquiry']],
    ['assistance opens over chat', [press('chat'), press('assistant')], ['assistant']],
    ['the inquiry opens over chat', [press('chat'), press('inquiry')], ['inquiry']],
    ['chat opens over the inquiry', [press('inquiry'), press('chat')], ['chat']],
    ['assistance opens over the inquiry', [press('inquiry'), press('assistant')], ['assistant']],
  ];
  test.each(rows)('HELP-10: %s', async (_, acts, modals) => {
    for (const act of acts) await act();
    expect(open()).toEqual(modals);
  });
});

describe('HELP-10: triggered, clicked and status', () => {
  const far = scroll(801);
  const back = scroll(800);
  const farInLowWindow = scroll(801, 920);
  const rows: [string, Act[], boolean][] = [
    ['at the start there is no prompt', [], false],
    ['800 px down there is no prompt', [back], false],
    ['scrolled far for the first time, the prompt is shown', [far], true],
    ['scrolled back up, the prompt is hidden', [far, back], false],
    ['triggered, scrolled far again in a high window, it is hidden', [far, back, far], false],
    ['triggered, scrolled far again in a low window, it is shown', [far, back, farInLowWindow], true],
    ['triggered lasts for the visit', [far, reload, far], false],
    ['a click hides it', [far, press('assistant'), close('assistance')], false],
    ['after a click it never appears again', [press('inquiry'), close('inquiry'), farInLowWindow], false],
    ['a click lasts for the visit', [press('chat'), closeChat, reload, farInLowWindow], false],
    ['it waits while a modal is open that no click has opened', [chatByHash, far], false],
    ['and comes when that modal closes', [chatByHash, far, closeChat], true],
    ['nor does it come when another has taken its place', [inquiryByHash, chatByHash, far], false],
  ];
  test.each(rows)('HELP-10: %s', async (_, acts, shown) => {
    for (const act of acts) await act();
    expect(prompt()).toBe(shown);
  });
});

test('HELP-10: a visit whose state cannot be read starts again', async () => {
  sessionStorage.setItem(visitNames.help, '{');
  await load();
  await scroll(801)();
  expect(prompt()).toBe(true);
});

test('HELP-10: an inquiry that fails to open navigates to its page, and no modal is active', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  openInquiry.mockRejectedValue(new Error('no words'));
  help('inquiry');
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
  expect(open()).toEqual([]);
});

test('HELP-3: on the inquiry page its link focuses the form, and reloads the page after sending', () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  document.body.innerHTML = `<a data-help="inquiry" href="${location.pathname}">Fyrirspurn</a><main><form><input name="email"></form></main>`;
  const link = document.querySelector('a');
  help('inquiry');
  expect(document.activeElement).toBe(document.querySelector('input'));
  expect(assign).not.toHaveBeenCalled();
  document.querySelector('form')?.remove();
  help('inquiry');
  expect(assign).toHaveBeenCalledExactlyOnceWith(link?.href);
});
