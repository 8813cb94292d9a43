import type { SignedDocument } from '@hofn/contracts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type ApiError, useCall, useSend } from '../../session/index.ts';
import type { Begun } from './begun-signing.ts';

/** How often the phone or app is asked after, in milliseconds. */
const pause = 2_000;

const eachSecond = (changed: () => void) => {
  const timer = setInterval(changed, 1_000);
  return () => clearInterval(timer);
};

/** Whole seconds that are left of a number of them since an instant of this device's own clock. */
const useSecondsLeft = (seconds: number, since: number): number => {
  const left = (): number => Math.max(0, Math.ceil(seconds - (Date.now() - since) / 1_000));
  return useSyncExternalStore(eachSecond, left, left);
};

/** How a signing that was begun stands. */
export type Signing =
  | { step: 'waiting'; secondsLeft: number; unreachable: boolean }
  | { step: 'finishing' }
  | { step: 'stopped'; why: 'cancelled' | 'expired' }
  | { step: 'failed'; error: ApiError; retry: () => void };

/**
 * Follows a signing on the phone or in the app, and puts the signature into the document once it is confirmed there.
 * @param onSigned told once, with the signed document
 */
export const useSigning = (
  { transactionId, method, seconds, since }: Begun,
  onSigned: (document: SignedDocument) => void,
): Signing => {
  const secondsLeft = useSecondsLeft(seconds, since);
  const mobile = useSend('/api/document/v3/mobile/finish');
  const app = useSend('/api/document/v3/app/finish');
  const ending = method === 'mobile' ? mobile : app;
  const status = useCall(`/api/document/v3/${method}/status`, {
    query: { transactionId },
    enabled: ending.state === 'idle',
    forget: true,
    every: { milliseconds: pause, ends: ({ state }) => state !== 'waiting' },
  });
  const answered = status.data?.state;
  const finish = async (): Promise<void> => {
    const signed = await ending.send({ body: { transactionId } });
    if (signed) onSigned(signed);
  };
  const confirmed = useEffectEvent(() => void finish());
  useEffect(() => {
    if (answered === 'confirmed') confirmed();
  }, [answered]);

  if (ending.state === 'failed') return { step: 'failed', error: ending.error, retry: () => void finish() };
  if (answered === 'confirmed') return { step: 'finishing' };
  if (answered === 'cancelled' || answered === 'expired') return { step: 'stopped', why: answered };
  const unreachable = status.state === 'error' || (status.state === 'ready' && status.again !== undefined);
  return { step: 'waiting', secondsLeft, unreachable };
};
