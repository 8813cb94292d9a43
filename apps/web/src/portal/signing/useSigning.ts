import type { SignedDocument } from '@hofn/contracts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type ApiError, useCall, usePost } from '../../session/index.ts';
import type { StartedSigning } from './started-signings.ts';

/** Poll interval of the phone's or app's status, in milliseconds. */
const pollMs = 2_000;

const subscribeToSeconds = (onChange: () => void) => {
  const timer = setInterval(onChange, 1_000);
  return () => clearInterval(timer);
};

/** Whole seconds left of a time limit that began at `since`, by this device's clock. */
const useSecondsLeft = (seconds: number, since: number): number => {
  const left = (): number => Math.max(0, Math.ceil(seconds - (Date.now() - since) / 1_000));
  return useSyncExternalStore(subscribeToSeconds, left, left);
};

/** State of a signing in progress. */
export type Signing =
  | { step: 'waiting'; secondsLeft: number; unreachable: boolean }
  | { step: 'finishing' }
  | { step: 'stopped'; reason: 'cancelled' | 'expired' }
  | { step: 'failed'; error: ApiError; retry: () => void };

/**
 * Follows a signing on the phone or in the app, and adds the signature to the document once it is confirmed there.
 * @param onSigned called once, with the signed document
 */
export const useSigning = (
  { transactionId, method, seconds, since }: StartedSigning,
  onSigned: (document: SignedDocument) => void,
): Signing => {
  const secondsLeft = useSecondsLeft(seconds, since);
  const mobile = usePost('/api/document/v3/mobile/finish');
  const app = usePost('/api/document/v3/app/finish');
  const finishCall = method === 'mobile' ? mobile : app;
  const status = useCall(`/api/document/v3/${method}/status`, {
    query: { transactionId },
    enabled: finishCall.state === 'idle',
    dropOnClose: true,
    poll: { milliseconds: pollMs, ends: ({ state }) => state !== 'waiting' },
  });
  const signingState = status.data?.state;
  const finish = async (): Promise<void> => {
    const signed = await finishCall.send({ body: { transactionId } });
    if (signed) onSigned(signed);
  };
  const onConfirmed = useEffectEvent(() => void finish());
  useEffect(() => {
    if (signingState === 'confirmed') onConfirmed();
  }, [signingState]);

  if (finishCall.state === 'failed')
    return { step: 'failed', error: finishCall.error, retry: () => void finish() };
  if (signingState === 'confirmed') return { step: 'finishing' };
  if (signingState === 'cancelled' || signingState === 'expired')
    return { step: 'stopped', reason: signingState };
  const unreachable =
    status.state === 'error' || (status.state === 'ready' && status.refetchError !== undefined);
  return { step: 'waiting', secondsLeft, unreachable };
};
