import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { createRegistration, registrationMs, windowSize } from './registration.ts';
import { parseVerification } from './verification.ts';

const start = {
  paymentLink: 'https://cards.example/verify/v1?lang=is',
  verificationId: 'v1',
  expiresAt: '2026-11-21T12:08:00Z',
};
const successMessage = {
  message: 'verificationSucceeded',
  verificationId: 'v1',
  verificationData: 'data',
  verificationHash: 'hash',
};
const origin = 'https://cards.example';

describe('parsing a verification message', () => {
  test('PAY-8: success requires the card service’s origin, the expected verification, data and hash', () => {
    expect(parseVerification({ origin, data: successMessage }, start)).toEqual({
      kind: 'success',
      body: { verificationId: 'v1', verificationData: 'data', verificationHash: 'hash' },
    });
  });

  test.each(['https://elsewhere.example', 'http://cards.example', 'https://cards.example:8443', 'null'])(
    'PAY-8: a message from %s is ignored, whether success or failure',
    (from) => {
      expect(parseVerification({ origin: from, data: successMessage }, start)).toEqual({ kind: 'ignored' });
      expect(parseVerification({ origin: from, data: 'nonsense' }, start)).toEqual({ kind: 'ignored' });
    },
  );

  test.each([
    [{ ...successMessage, message: 'cardDeclined' }, 'cardDeclined'],
    [{ ...successMessage, verificationId: 'v2' }, undefined],
    [{ ...successMessage, verificationData: '' }, undefined],
    [{ ...successMessage, verificationHash: '' }, undefined],
    [{ message: 'verificationSucceeded', verificationId: 'v1' }, undefined],
  ])('PAY-8: %o from the right origin is a failure', (data, errorCode) => {
    expect(parseVerification({ origin, data }, start)).toEqual({ kind: 'failure', errorCode });
  });

  test.each([
    'nonsense',
    null,
    { height: 480 },
    { message: 'resize', height: 480 },
    { ...successMessage, message: 1 },
  ])('PAY-8: %o from the right origin lacks an answer’s fields and is ignored', (data) => {
    expect(parseVerification({ origin, data }, start)).toEqual({ kind: 'ignored' });
  });
});

describe('card registration', () => {
  let isWindowClosed = false;
  let allowsPopups = true;
  const init = vi.fn(async () => start);
  const register = vi.fn(async (body: object) => ({ ...body, masked: '•••• 4242' }));
  const close = vi.fn();
  const source = {};
  const isSource = (from: unknown) => from === source;
  const open = vi.fn((_link: string) =>
    allowsPopups ? { isClosed: () => isWindowClosed, close, isSource } : undefined,
  );
  const onRegistered = vi.fn();
  const failed = new ApiError({ status: 503, errorCode: 'serviceUnavailable' });
  const create = () =>
    createRegistration({
      init,
      register,
      open,
      onRegistered,
      errorOf: () => failed,
      now: Date.now,
    });
  let registration: ReturnType<typeof create>;
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const openWindow = async () => {
    registration.setWanted(true);
    await settle();
    registration.openPaymentLink();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    isWindowClosed = false;
    allowsPopups = true;
    registration = create();
  });
  afterEach(() => {
    registration.stop();
    vi.useRealTimers();
  });

  test('PAY-6: idle at first, loading once another card is wanted, initialised when the link arrives', async () => {
    expect(registration.state()).toMatchObject({ status: 'idle' });
    registration.setWanted(true);
    expect(registration.state()).toMatchObject({ status: 'loading' });
    await settle();
    expect(registration.state()).toMatchObject({ status: 'initialised', start });
    registration.setWanted(false);
    expect(registration.state()).toMatchObject({ status: 'idle', start: undefined, problem: undefined });
    // A link that arrives after cancelling is ignored.
    registration.setWanted(true);
    registration.setWanted(false);
    await settle();
    expect(registration.state()).toMatchObject({ status: 'idle', start: undefined });
  });

  test('PAY-6: a failed start returns to idle with its error', async () => {
    init.mockRejectedValueOnce(new Error('away'));
    registration.setWanted(true);
    await settle();
    expect(registration.state()).toMatchObject({
      status: 'idle',
      problem: { kind: 'failed', error: failed },
    });
  });

  test('PAY-7a: pressing opens the link once and shows loading; a blocked popup returns to idle', async () => {
    expect(windowSize).toEqual({ width: 800, height: 1100 });
    await openWindow();
    expect(open.mock.calls).toEqual([[start.paymentLink]]);
    expect(registration.state()).toMatchObject({ status: 'loading', isOpened: true });
    registration.openPaymentLink();
    expect(open).toHaveBeenCalledTimes(1);
    registration.setWanted(false);
    allowsPopups = false;
    await openWindow();
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { kind: 'popupBlocked' } });
  });

  test('PAY-7b: a success message registers the card, returns to idle and closes the window', async () => {
    await openWindow();
    registration.receiveMessage({ origin, source, data: successMessage });
    expect(registration.state()).toMatchObject({ status: 'idle', isFinishing: true });
    expect(close).toHaveBeenCalledTimes(1);
    await settle();
    expect(register.mock.calls).toEqual([
      [{ verificationId: 'v1', verificationData: 'data', verificationHash: 'hash' }],
    ]);
    expect(onRegistered).toHaveBeenCalledTimes(1);
    expect(registration.state()).toMatchObject({ status: 'idle', isFinishing: false, problem: undefined });
    // A repeated message does not register the card again.
    registration.receiveMessage({ origin, source, data: successMessage });
    expect(register).toHaveBeenCalledTimes(1);
  });

  test('PAY-7b: a failure message returns to idle and closes the window without registering; from another origin it is ignored', async () => {
    await openWindow();
    registration.receiveMessage({
      origin: 'https://elsewhere.example',
      source,
      data: { ...successMessage, message: 'cardDeclined' },
    });
    expect(registration.state()).toMatchObject({ status: 'loading', isOpened: true });
    registration.receiveMessage({ origin, source, data: { ...successMessage, message: 'cardDeclined' } });
    expect(registration.state()).toMatchObject({
      status: 'idle',
      problem: { kind: 'refused', errorCode: 'cardDeclined' },
    });
    expect(close).toHaveBeenCalledTimes(1);
    expect(register).not.toHaveBeenCalled();
    // The time limit has stopped, so it cannot overwrite the reason.
    await vi.advanceTimersByTimeAsync(registrationMs);
    expect(registration.state()).toMatchObject({ problem: { kind: 'refused', errorCode: 'cardDeclined' } });
  });

  test('PAY-8: messages from another window of the card service are ignored', async () => {
    await openWindow();
    registration.receiveMessage({ origin, source: {}, data: successMessage });
    registration.receiveMessage({
      origin,
      source: null,
      data: { ...successMessage, message: 'cardDeclined' },
    });
    expect(registration.state()).toMatchObject({ status: 'loading', isOpened: true });
    expect(register).not.toHaveBeenCalled();
  });

  test('PAY-8: messages before the window was opened are ignored', async () => {
    registration.setWanted(true);
    await settle();
    registration.receiveMessage({ origin, source, data: successMessage });
    expect(registration.state()).toMatchObject({ status: 'initialised' });
    expect(register).not.toHaveBeenCalled();
  });

  test('PAY-7c: a window closed without an answer is detected within a second and reported', async () => {
    await openWindow();
    isWindowClosed = true;
    await vi.advanceTimersByTimeAsync(999);
    expect(registration.state()).toMatchObject({ status: 'loading' });
    await vi.advanceTimersByTimeAsync(1);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { kind: 'windowClosed' } });
  });

  test('PAY-7d: after 480000 ms it returns to idle, opened or not, and closes its window', async () => {
    expect(registrationMs).toBe(480_000);
    await openWindow();
    expect(registration.state().minutesLeft).toBe(8);
    await vi.advanceTimersByTimeAsync(479_000);
    expect(registration.state()).toMatchObject({ status: 'loading', minutesLeft: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { kind: 'expired' } });
    expect(close).toHaveBeenCalledTimes(1);
    registration.setWanted(true);
    await vi.advanceTimersByTimeAsync(480_000);
    expect(registration.state()).toMatchObject({ status: 'idle', problem: { kind: 'expired' } });
  });

  test('PAY-10: a registration refused by the API keeps its error', async () => {
    register.mockRejectedValueOnce(new Error('refused'));
    await openWindow();
    registration.receiveMessage({ origin, source, data: successMessage });
    await settle();
    expect(registration.state()).toMatchObject({
      isFinishing: false,
      problem: { kind: 'failed', error: failed },
    });
    expect(onRegistered).not.toHaveBeenCalled();
  });
});
