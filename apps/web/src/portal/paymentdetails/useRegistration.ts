import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { OutputOf } from '../../session/api.ts';
import { ApiError, asApiError, useApi } from '../../session/index.ts';
import { type CardPage, createRegistration, windowSize } from './registration.ts';

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

/** Card registration; `open` shows the card service's page, and `onRegistered` is called once. */
export const useRegistration = (
  open: (paymentLink: string) => CardPage | undefined,
  onRegistered: (card: Card) => void,
) => {
  const api = useApi();
  const { language } = useTexts();
  const handleRegistered = useEffectEvent(onRegistered);
  const [registeredCard, setRegisteredCard] = useState<Card>();
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
          // Retry once after a lost response, with the same idempotency key.
          if (!(error instanceof ApiError) || error.status !== 0) throw error;
          return send();
        }
      },
      open,
      onRegistered: setRegisteredCard,
      errorOf: (caught) => asApiError(caught),
      now: Date.now,
    }),
  );
  useEffect(() => {
    if (registeredCard) handleRegistered(registeredCard);
  }, [registeredCard]);
  useEffect(() => {
    window.addEventListener('message', registration.receiveMessage);
    return () => {
      window.removeEventListener('message', registration.receiveMessage);
      registration.stop();
    };
  }, [registration]);
  const state = useSyncExternalStore(registration.subscribe, registration.state, registration.state);
  return { ...registration, state };
};
