import type { CardStart } from '@hofn/contracts/paymentdetails.ts';
import type { ApiError } from '../../session/api-error.ts';
import { createStore } from '../../session/store.ts';
import { parseVerification, type WindowMessage } from './verification.ts';

/** Time limit of a registration, in milliseconds (rule PAY-7d). */
export const registrationMs = 480_000;
/** How often the time limit and the window are checked, in milliseconds. */
const checkMs = 1000;
export const windowSize = { width: 800, height: 1100 };

/** Where the card service's page is shown: a popup window, which the user may close, or a frame. */
export type CardPage = {
  isClosed: () => boolean;
  close: () => void;
  /** Whether a message with this `source` came from the page. */
  isSource: (source: unknown) => boolean;
};

/** Why a registration ended without a card. */
export type Problem =
  | { kind: 'windowClosed' | 'expired' | 'popupBlocked' }
  | { kind: 'refused'; errorCode: string | undefined }
  | { kind: 'failed'; error: ApiError };

export type RegistrationState = {
  /**
   * `initialised` while the payment link is available and not opened; `loading` before and after (rule
   * PAY-6).
   */
  status: 'idle' | 'loading' | 'initialised';
  start: CardStart | undefined;
  isOpened: boolean;
  /** Our API is registering the card that the card service verified. */
  isFinishing: boolean;
  /** Whole minutes left, rounded up. */
  minutesLeft: number;
  problem: Problem | undefined;
};

type RegistrationBody = { verificationId: string; verificationData: string; verificationHash: string };

export type RegistrationParts<Card> = {
  init: () => Promise<CardStart>;
  register: (body: RegistrationBody) => Promise<Card>;
  /** Opens the card service's page; undefined if the browser blocks it. */
  open: (paymentLink: string) => CardPage | undefined;
  onRegistered: (card: Card) => void;
  /** Converts a caught value to an ApiError. */
  errorOf: (caught: unknown) => ApiError;
  now: () => number;
};

const idleState: RegistrationState = {
  status: 'idle',
  start: undefined,
  isOpened: false,
  isFinishing: false,
  minutesLeft: 0,
  problem: undefined,
};

/** State machine of a card registration (rules PAY-6 and PAY-7). A new registration cancels the previous one. */
export const createRegistration = <Card>(parts: RegistrationParts<Card>) => {
  const { state, subscribe, set } = createStore(idleState);
  let page: CardPage | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let startedAt = 0;
  // Started automatically, not by the user: expires silently if its page was never opened.
  let isAutomatic = false;
  // Incremented on reset, so that responses to a cancelled attempt are ignored.
  let attempt = 0;

  const update = (changes: Partial<RegistrationState>): void => set({ ...state(), ...changes });
  const reset = (problem?: Problem): void => {
    attempt += 1;
    clearInterval(timer);
    page?.close();
    page = undefined;
    update({ ...idleState, problem });
  };
  const minutesLeft = () => Math.ceil((startedAt + registrationMs - parts.now()) / 60_000);
  const check = (): void => {
    if (parts.now() - startedAt >= registrationMs)
      reset(isAutomatic && !state().isOpened ? undefined : { kind: 'expired' });
    else if (page?.isClosed()) reset({ kind: 'windowClosed' });
    else if (minutesLeft() !== state().minutesLeft) update({ minutesLeft: minutesLeft() });
  };

  const begin = async (): Promise<void> => {
    reset();
    const ownAttempt = attempt;
    update({ status: 'loading' });
    try {
      const start = await parts.init();
      if (ownAttempt !== attempt) return;
      startedAt = parts.now();
      timer = setInterval(check, checkMs);
      update({ status: 'initialised', start, minutesLeft: minutesLeft() });
    } catch (caught) {
      if (ownAttempt === attempt) reset({ kind: 'failed', error: parts.errorOf(caught) });
    }
  };
  const finish = async (body: RegistrationBody): Promise<void> => {
    reset();
    const ownAttempt = attempt;
    update({ isFinishing: true });
    try {
      const card = await parts.register(body);
      if (ownAttempt === attempt) update({ isFinishing: false });
      parts.onRegistered(card);
    } catch (caught) {
      if (ownAttempt === attempt)
        update({ isFinishing: false, problem: { kind: 'failed', error: parts.errorOf(caught) } });
    }
  };

  return {
    state,
    subscribe,
    /**
     * Called when «Use another card» is checked or unchecked, by the customer or automatically when no card is
     * registered.
     */
    setWanted: (isWanted: boolean, isAutomaticChoice = false): void => {
      isAutomatic = isAutomaticChoice;
      if (isWanted) void begin();
      else reset();
    },
    /** Opens the payment link when the register button is pressed (rule PAY-7a). */
    openPaymentLink: (): void => {
      const { status, start } = state();
      if (status !== 'initialised' || !start) return;
      page = parts.open(start.paymentLink);
      if (page) update({ status: 'loading', isOpened: true });
      else reset({ kind: 'popupBlocked' });
    },
    /** Handles a `message` event of our window. */
    receiveMessage: (message: WindowMessage): void => {
      const { start, isOpened } = state();
      if (!start || !isOpened || !page?.isSource(message.source)) return;
      const verification = parseVerification(message, start);
      if (verification.kind === 'success') void finish(verification.body);
      if (verification.kind === 'failure') reset({ kind: 'refused', errorCode: verification.errorCode });
    },
    /** Cancels the registration when the screen unmounts. */
    stop: (): void => reset(),
  };
};
