import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askFrame, askPopup, openPopup } from './popup-and-frame.ts';

const provider = 'https://identity.example';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that receives messages, with one frame or popup. */
const testPage = () => {
  const frame = { hidden: false, title: 'x', src: '', contentWindow: {}, remove: vi.fn() };
  const popup = { location: { href: '' }, closed: false, close: vi.fn() };
  let onMessage: (event: object) => void = () => {};
  const page = {
    screenX: 100,
    screenY: 50,
    innerWidth: 1000,
    innerHeight: 800,
    open: vi.fn(() => popup),
    document: { createElement: () => frame, body: { append: vi.fn() } },
    addEventListener: (_: string, listener: typeof onMessage) => {
      onMessage = listener;
    },
    removeEventListener: () => {
      onMessage = () => {};
    },
  };
  const answer = (source: unknown) =>
    onMessage({
      origin: provider,
      source,
      data: { type: 'authorization_response', response: { code: 'c' } },
    });
  return { page: page as unknown as Window & typeof page, frame, popup, answer };
};

test('AUTH-9a: the popup is 400 by 600, centred on the page', () => {
  const { page } = testPage();
  openPopup(page);
  expect(page.open).toHaveBeenCalledWith('', 'hofn-sign-in', 'popup,left=400,top=150,width=400,height=600');
});

test('AUTH-9a: a popup without a response is closed exactly at its timeout', async () => {
  const { page, popup } = testPage();
  const response = askPopup(page, popup as unknown as Window, `${provider}/authorize`, 60_000);
  const ended = expect(response).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(popup.close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(popup.close).toHaveBeenCalledOnce();
});

test('AUTH-9a: a frame is removed 2 s after its response, or at its timeout without one', async () => {
  const answered = testPage();
  const response = askFrame(answered.page, `${provider}/authorize`, 60_000);
  expect(answered.frame).toMatchObject({
    hidden: true,
    src: `${provider}/authorize`,
    sandbox: 'allow-scripts allow-same-origin',
  });
  answered.answer(answered.frame.contentWindow);
  expect((await response).get('code')).toBe('c');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(answered.frame.remove).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered.frame.remove).toHaveBeenCalledOnce();

  const silent = testPage();
  const ended = expect(askFrame(silent.page, `${provider}/authorize`, 60_000)).rejects.toMatchObject({
    code: 'timeout',
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  expect(silent.frame.remove).toHaveBeenCalledOnce();
});
