import type { SignedDocument, SigningStarted } from '@hofn/contracts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type ApiError, useCall, useSend } from '../../session/index.ts';

/** How often the phone or app is asked after, in milliseconds. */
const pause = 2_000;
/** How long after its end the service may take to say that a request ran out, in milliseconds. */
const patience = 10_000;

const eachSecond = (changed: () => void) => {
  const timer = setInterval(changed, 1_000);
  return () => clearInterval(timer);
};

/** Milliseconds until an instant, told anew each second; below zero once it is past. */
const useTimeLeft = (instant: string): number => {
  const left = (): number => Math.ceil((new Date(instant).getTime() - Date.now()) / 1_000) * 1_000;
  return useSyncExternalStore(eachSecond, left, left);
};

/** How a signing that was started stands. */
export type Signing =
  | { step: 'waiting'; secondsLeft: number }
  | { step: 'finishing' }
  | { step: 'stopped'; why: 'cancelled' | 'expired' }
  | { step: 'failed'; error: ApiError; retry: () => void };

/**
 * Follows a signing on the phone or in the app, and puts the signature into the document once it is confirmed there.
 * @param onSigned told once, with the signed document
 */
export const useSigning = (
  { transactionId, method, expiresAt }: SigningStarted,
  onSigned: (document: SignedDocument) => void,
): Signing => {
  const left = useTimeLeft(expiresAt);
  const mobile = useSend('/api/document/v3/mobile/finish');
  const app = useSend('/api/document/v3/app/finish');
  const ending = method === 'mobile' ? mobile : app;
  const status = useCall(`/api/document/v3/${method}/status`, {
    query: { transactionId },
    enabled: ending.state === 'idle',
    forget: true,
    every: pause,
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
  if (left < -patience) return { step: 'stopped', why: 'expired' };
  return { step: 'waiting', secondsLeft: Math.max(0, left / 1_000) };
};
