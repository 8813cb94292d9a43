import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { OutputOf } from '../../session/api.ts';
import { ApiError, asApiError, useApi, useSubjectId } from '../../session/index.ts';
import { type HeldRegistration, parkOrStop, takeParked } from './parked-registration.ts';
import { type CardPage, createRegistration, windowSize } from './registration.ts';
import { noteRegistration } from './unfinished-registration.ts';

type Card = OutputOf<'POST', '/api/user/v1/settings/ccard/register'>;

/** Opens the card service's page in a popup window. */
export const openCardWindow = (paymentLink: string): CardPage | undefined => {
  const { width, height } = windowSize;
  const cardWindow = window.open(paymentLink, 'card-registration', `popup,width=${width},height=${height}`);
  if (!cardWindow) return undefined;
  return {
    isClosed: () => cardWindow.closed,
    close: () => cardWindow.close(),
    isSource: (source) => source === cardWindow,
  };
};

/**
 * Card registration; `open` shows the card service's page, and `onRegistered` is called once.
 * @param options.survives whether the registration continues while its screen is not shown: a window stays open, a
 *   frame is removed with the page
 */
export const useRegistration = (
  open: (paymentLink: string) => CardPage | undefined,
  onRegistered: (card: Card) => void,
  { survives }: { survives: boolean },
) => {
  const api = useApi();
  const subject = useSubjectId();
  const { language } = useTexts();
  const create = (): HeldRegistration<Card> => {
    const held: HeldRegistration<Card> = {
      onRegistered,
      registration: createRegistration<Card>({
        init: () =>
          api.post('/api/user/v1/settings/ccard/init', { body: { language, origin: location.origin } }),
        register: async (body) => {
          const idempotencyKey = crypto.randomUUID();
          const send = () => api.post('/api/user/v1/settings/ccard/register', { body, idempotencyKey });
          try {
            return await send();
          } catch (error) {
            // Retry once after a lost response, with the same idempotency key.
            if (!(error instanceof ApiError) || error.status !== 0) throw error;
            return send();
          }
        },
        open,
        onRegistered: (card) => held.onRegistered(card),
        errorOf: (caught) => asApiError(caught),
        now: Date.now,
      }),
    };
    return held;
  };
  const [held] = useState(() => (survives ? takeParked<Card>(subject) : undefined) ?? create());
  const { registration } = held;
  useEffect(() => {
    held.onRegistered = onRegistered;
  });
  const state = useSyncExternalStore(registration.subscribe, registration.state, registration.state);
  const { isOpened } = state;
  // Before the effect that stops the registration: leaving the screen while the page is open keeps the note.
  useEffect(() => {
    if (!isOpened) return undefined;
    noteRegistration(subject, true);
    return () => {
      if (!registration.state().isOpened) noteRegistration(subject, false);
    };
  }, [isOpened, registration, subject]);
  const leave = useEffectEvent(() => {
    if (survives) return parkOrStop(held, subject);
    window.removeEventListener('message', registration.receiveMessage);
    registration.stop();
  });
  useEffect(() => {
    window.addEventListener('message', registration.receiveMessage);
    return () => leave();
  }, [registration]);
  return { ...registration, state };
};
