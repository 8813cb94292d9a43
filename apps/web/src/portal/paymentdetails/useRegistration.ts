import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { OutputOf } from '../../session/api.ts';
import { ApiError, unreachable, useApi } from '../../session/index.ts';
import { createRegistration, type Opened, windowSize } from './registration.ts';

type Card = OutputOf<'POST', '/api/user/v1/settings/ccard/register'>;

/** The card service's page in a window of its own. */
export const openWindow = (paymentLink: string): Opened | undefined => {
  const { width, height } = windowSize;
  const opened = window.open(paymentLink, 'card-registration', `popup,width=${width},height=${height}`);
  if (!opened) return undefined;
  return {
    closed: () => opened.closed,
    close: () => opened.close(),
    isSource: (source) => source === opened,
  };
};

/** Follows the registration of a card; `open` shows the card service's page, `onRegistered` hears of the card once. */
export const useRegistration = (
  open: (paymentLink: string) => Opened | undefined,
  onRegistered: (card: Card) => void,
) => {
  const api = useApi();
  const { language } = useTexts();
  const registered = useEffectEvent(onRegistered);
  const [told, setTold] = useState<Card>();
  const [registration] = useState(() =>
    createRegistration<Card>({
      init: () =>
        api.post('/api/user/v1/settings/ccard/init', { body: { language, origin: location.origin } }),
      register: async (body) => {
        const idempotencyKey = crypto.randomUUID();
        const send = () => api.post('/api/user/v1/settings/ccard/register', { body, idempotencyKey });
        try {
          return await send();
        } catch (error) {
          // An answer that was lost on its way is asked for once more, under the same key.
          if (!(error instanceof ApiError) || error.status !== 0) throw error;
          return send();
        }
      },
      open,
      onRegistered: setTold,
      errorOf: (caught) => (caught instanceof ApiError ? caught : unreachable(caught)),
      now: Date.now,
    }),
  );
  useEffect(() => {
    if (told) registered(told);
  }, [told]);
  useEffect(() => {
    window.addEventListener('message', registration.hear);
    return () => {
      window.removeEventListener('message', registration.hear);
      registration.stop();
    };
  }, [registration]);
  const state = useSyncExternalStore(registration.subscribe, registration.state, registration.state);
  return { ...registration, state };
};
