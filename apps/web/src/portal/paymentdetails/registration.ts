import type { CardStart } from '@hofn/contracts/paymentdetails.ts';
import type { ApiError } from '../../session/api-error.ts';
import { type Heard, verdictOf } from './verification.ts';

/** From the start of a registration until it is given up, in milliseconds (rule PAY-7d). */
export const registrationMs = 480_000;
/** How often time and window are looked at. */
const lookMs = 1000;
export const windowSize = { width: 800, height: 1100 };

/** Where the card service's page stands: a window that may be shut, or a frame. */
export type Opened = {
  closed: () => boolean;
  close: () => void;
  /** Whether a message with this `source` came from the page. */
  isSource: (source: unknown) => boolean;
};

/** Why a registration came to rest without a card. */
export type Problem =
  | { is: 'windowClosed' | 'expired' | 'popupBlocked' }
  | { is: 'refused'; errorCode: string | undefined }
  | { is: 'failed'; error: ApiError };

export type RegistrationState = {
  /** `initialised` from when the payment link is here until it is opened; `loading` before and after (rule PAY-6). */
  status: 'idle' | 'loading' | 'initialised';
  start: CardStart | undefined;
  opened: boolean;
  /** The service is registering what the card service has verified. */
  finishing: boolean;
  /** Whole minutes that are left, rounded up. */
  minutesLeft: number;
  problem: Problem | undefined;
};

type Body = { verificationId: string; verificationData: string; verificationHash: string };

export type RegistrationParts<Card> = {
  init: () => Promise<CardStart>;
  register: (body: Body) => Promise<Card>;
  /** Opens the card service's page; nothing when the browser does not let it. */
  open: (paymentLink: string) => Opened | undefined;
  onRegistered: (card: Card) => void;
  /** Makes an error of whatever was thrown. */
  errorOf: (caught: unknown) => ApiError;
  now: () => number;
};

const rest: RegistrationState = {
  status: 'idle',
  start: undefined,
  opened: false,
  finishing: false,
  minutesLeft: 0,
  problem: undefined,
};

/** Leads through the registration of a card (rules PAY-6 and PAY-7). One at a time; a new one forgets the one before. */
export const createRegistration = <Card>(parts: RegistrationParts<Card>) => {
  let state = rest;
  let page: Opened | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let startedAt = 0;
  // Nobody asked for a registration that began by itself: one that was never opened ends without a word.
  let byItself = false;
  // Answers to what has been given up since are not for us any more.
  let turn = 0;
  const listeners = new Set<() => void>();

  const set = (next: Partial<RegistrationState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const toRest = (problem?: Problem): void => {
    turn += 1;
    clearInterval(timer);
    page?.close();
    page = undefined;
    set({ ...rest, problem });
  };
  const minutesLeft = () => Math.ceil((startedAt + registrationMs - parts.now()) / 60_000);
  const look = (): void => {
    if (parts.now() - startedAt >= registrationMs)
      toRest(byItself && !state.opened ? undefined : { is: 'expired' });
    else if (page?.closed()) toRest({ is: 'windowClosed' });
    else if (minutesLeft() !== state.minutesLeft) set({ minutesLeft: minutesLeft() });
  };

  const begin = async (): Promise<void> => {
    toRest();
    const own = turn;
    set({ status: 'loading' });
    try {
      const start = await parts.init();
      if (own !== turn) return;
      startedAt = parts.now();
      timer = setInterval(look, lookMs);
      set({ status: 'initialised', start, minutesLeft: minutesLeft() });
    } catch (caught) {
      if (own === turn) toRest({ is: 'failed', error: parts.errorOf(caught) });
    }
  };
  const finish = async (body: Body): Promise<void> => {
    toRest();
    const own = turn;
    set({ finishing: true });
    try {
      const card = await parts.register(body);
      if (own === turn) set({ finishing: false });
      parts.onRegistered(card);
    } catch (caught) {
      if (own === turn) set({ finishing: false, problem: { is: 'failed', error: parts.errorOf(caught) } });
    }
  };

  return {
    state: (): RegistrationState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** «Use another card» was ticked or unticked: by the customer, or by itself where no card is on file. */
    choose: (wanted: boolean, unasked = false): void => {
      byItself = unasked;
      if (wanted) void begin();
      else toRest();
    },
    /** The register button: opens the payment link (rule PAY-7a). */
    press: (): void => {
      if (state.status !== 'initialised' || !state.start) return;
      page = parts.open(state.start.paymentLink);
      if (page) set({ status: 'loading', opened: true });
      else toRest({ is: 'popupBlocked' });
    },
    /** A message came to our window. */
    hear: (heard: Heard): void => {
      if (!state.start || !state.opened || !page?.isSource(heard.source)) return;
      const verdict = verdictOf(heard, state.start);
      if (verdict.is === 'success') void finish(verdict.body);
      if (verdict.is === 'failure') toRest({ is: 'refused', errorCode: verdict.errorCode });
    },
    /** The screen is gone: whatever was begun is given up. */
    stop: (): void => toRest(),
  };
};
