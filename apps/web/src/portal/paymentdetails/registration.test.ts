import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createRegistration, registrationMs, windowSize } from './registration.ts';
import { verdictOf } from './verification.ts';

const start = {
  paymentLink: 'https://cards.example/verify/v1?lang=is',
  verificationId: 'v1',
  expiresAt: '2026-11-21T12:08:00Z',
};
const good = {
  message: 'verificationSucceeded',
  verificationId: 'v1',
  verificationData: 'data',
  verificationHash: 'hash',
};
const origin = 'https://cards.example';

describe('what a message says of the verification', () => {
  test('PAY-8: success is told by the card service, of this verification, with data and hash', () => {
    expect(verdictOf({ origin, data: good }, start)).toEqual({
      is: 'success',
      body: { verificationId: 'v1', verificationData: 'data', verificationHash: 'hash' },
    });
  });

  test.each(['https://elsewhere.example', 'http://cards.example', 'https://cards.example:8443', 'null'])(
    'PAY-8: from %s it is ignored, good or bad',
    (from) => {
      expect(verdictOf({ origin: from, data: good }, start)).toEqual({ is: 'ignored' });
      expect(verdictOf({ origin: from, data: 'nonsense' }, start)).toEqual({ is: 'ignored' });
    },
  );

  test.each([
    [{ ...good, message: 'cardDeclined' }, 'cardDeclined'],
    [{ ...good, verificationId: 'v2' }, undefined],
    [{ ...good, verificationData: '' }, undefined],
    [{ ...good, verificationHash: '' }, undefined],
    [{ message: 'verificationSucceeded', verificationId: 'v1' }, undefined],
  ])('PAY-8: %o from the right origin is a failure', (data, errorCode) => {
    expect(verdictOf({ origin, data }, start)).toEqual({ is: 'failure', errorCode });
  });

  test.each(['nonsense', null, { height: 480 }, { message: 'resize', height: 480 }, { ...good, message: 1 }])(
    'PAY-8: %o from the right origin lacks the fields of an answer, and is ignored',
    (data) => {
      expect(verdictOf({ origin, data }, start)).toEqual({ is: 'ignored' });
    },
  );
});

describe('the registration of a card', () => {
  let shut = false;
  let lets = true;
  const init = vi.fn(async () => start);
  const register = vi.fn(async (body: object) => ({ ...body, masked: '•••• 4242' }));
  const close = vi.fn();
  const source = {};
  const isSource = (from: unknown) => from === source;
  const open = vi.fn((_link: string) => (lets ? { closed: () => shut, close, isSource } : undefined));
  const onRegistered = vi.fn();
  const failed = new ApiError({ status: 503, errorCode: 'serviceUnavailable' });
  const make = () =>
    createRegistration({
      init,
      register,
      open,
      onRegistered,
      errorOf: () => failed,
      now: Date.now,
    });
  let registration: ReturnType<typeof make>;
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const toWindow = async () => {
    registration.choose(true);
    await settle();
    registration.press();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    shut = false;
    lets = true;
    registration = make();
  });
  afterEach(() => {
    registration.stop();
    vi.useRealTimers();
  });

  test('PAY-6: it rests, loads once another card is wanted, and is initialised when the link arrives', async () => {
    expect(registration.state()).toMatchObject({ status: 'idle' });
    registration.choose(true);
    expect(registration.state()).toMatchObject({ status: 'loading' });
    await settle();
    expect(registration.state()).toMatchObject({ status: 'initialised', start });
    registration.choose(false);
    expect(registration.state()).toMatchObject({ status: 'idle', start: undefined, problem: undefined });
    // A link that comes after it was given up is nobody's.
    registration.choose(true);
    registration.choose(false);
    await settle();
    expect(registration.state()).toMatchObject({ status: 'idle', start: undefined });
  });

  test('PAY-6: a start that fails puts it to rest, with its error', async () => {
    init.mockRejectedValueOnce(new Error('away'));
    registration.choose(true);
    await settle();
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { is: 'failed', error: failed } });
  });

  test('PAY-7a: pressing opens the link once and loads; a browser that lets no window open puts it to rest', async () => {
    expect(windowSize).toEqual({ width: 800, height: 1100 });
    await toWindow();
    expect(open.mock.calls).toEqual([[start.paymentLink]]);
    expect(registration.state()).toMatchObject({ status: 'loading', opened: true });
    registration.press();
    expect(open).toHaveBeenCalledTimes(1);
    registration.choose(false);
    lets = false;
    await toWindow();
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { is: 'popupBlocked' } });
  });

  test('PAY-7b: word of success rests it and registers the card; the window is shut', async () => {
    await toWindow();
    registration.hear({ origin, source, data: good });
    expect(registration.state()).toMatchObject({ status: 'idle', finishing: true });
    expect(close).toHaveBeenCalledTimes(1);
    await settle();
    expect(register.mock.calls).toEqual([
      [{ verificationId: 'v1', verificationData: 'data', verificationHash: 'hash' }],
    ]);
    expect(onRegistered).toHaveBeenCalledTimes(1);
    expect(registration.state()).toMatchObject({ status: 'idle', finishing: false, problem: undefined });
    // Said twice it is registered once.
    registration.hear({ origin, source, data: good });
    expect(register).toHaveBeenCalledTimes(1);
  });

  test('PAY-7b: word of failure rests it without registering anything, and shuts the window; from elsewhere it changes nothing', async () => {
    await toWindow();
    registration.hear({
      origin: 'https://elsewhere.example',
      source,
      data: { ...good, message: 'cardDeclined' },
    });
    expect(registration.state()).toMatchObject({ status: 'loading', opened: true });
    registration.hear({ origin, source, data: { ...good, message: 'cardDeclined' } });
    expect(registration.state()).toMatchObject({
      status: 'idle',
      problem: { is: 'refused', errorCode: 'cardDeclined' },
    });
    expect(close).toHaveBeenCalledTimes(1);
    expect(register).not.toHaveBeenCalled();
    // Nothing is counted any more that would put another reason in place of it.
    await vi.advanceTimersByTimeAsync(registrationMs);
    expect(registration.state()).toMatchObject({ problem: { is: 'refused', errorCode: 'cardDeclined' } });
  });

  test('PAY-8: nothing is heard from another window of the card service', async () => {
    await toWindow();
    registration.hear({ origin, source: {}, data: good });
    registration.hear({ origin, source: null, data: { ...good, message: 'cardDeclined' } });
    expect(registration.state()).toMatchObject({ status: 'loading', opened: true });
    expect(register).not.toHaveBeenCalled();
  });

  test('PAY-8: nothing is heard before the window was opened', async () => {
    registration.choose(true);
    await settle();
    registration.hear({ origin, source, data: good });
    expect(registration.state()).toMatchObject({ status: 'initialised' });
    expect(register).not.toHaveBeenCalled();
  });

  test('PAY-7c: a window that is shut without word is found within a second, and told', async () => {
    await toWindow();
    shut = true;
    await vi.advanceTimersByTimeAsync(999);
    expect(registration.state()).toMatchObject({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(1);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { is: 'windowClosed' } });
  });

  test('PAY-7d: after 480000 ms it rests, opened or not, and takes its window with it', async () => {
    expect(registrationMs).toBe(480_000);
    await toWindow();
    expect(registration.state().minutesLeft).toBe(8);
    await vi.advanceTimersByTimeAsync(479_000);
    expect(registration.state()).toMatchObject({ status: 'loading', minutesLeft: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { is: 'expired' } });
    expect(close).toHaveBeenCalledTimes(1);
    registration.choose(true);
    await vi.advanceTimersByTimeAsync(480_000);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { is: 'expired' } });
  });

  test('PAY-10: a registration that the service refuses keeps its error', async () => {
    register.mockRejectedValueOnce(new Error('refused'));
    await toWindow();
    registration.hear({ origin, source, data: good });
    await settle();
    expect(registration.state()).toMatchObject({
      finishing: false,
      problem: { is: 'failed', error: failed },
    });
    expect(onRegistered).not.toHaveBeenCalled();
  });
});
