import { type VerificationMessage, verificationSucceeded } from '@hofn/contracts/paymentdetails.ts';

/** The parts of a window message that are checked. */
export type WindowMessage = { origin: string; source: unknown; data: unknown };

export type Verification =
  | { kind: 'ignored' }
  | { kind: 'success'; body: Omit<VerificationMessage, 'message'> }
  /** `errorCode` from the card service, if it gave one. */
  | { kind: 'failure'; errorCode: string | undefined };

const text = (data: unknown, name: keyof VerificationMessage): string => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : '';
};

/**
 * Parses a message from the card service's page (rule PAY-8). Ignores other origins, and messages without the
 * result fields (the page also posts its size). Success requires the success message, the expected verification
 * id, data and hash; anything else is a failure.
 */
export const parseVerification = (
  { origin, data }: Pick<WindowMessage, 'origin' | 'data'>,
  expected: { paymentLink: string; verificationId: string },
): Verification => {
  if (origin !== new URL(expected.paymentLink).origin) return { kind: 'ignored' };
  const message = text(data, 'message');
  const verificationId = text(data, 'verificationId');
  if (message === '' || verificationId === '') return { kind: 'ignored' };
  const verificationData = text(data, 'verificationData');
  const verificationHash = text(data, 'verificationHash');
  const isSuccess =
    message === verificationSucceeded &&
    verificationId === expected.verificationId &&
    verificationData !== '' &&
    verificationHash !== '';
  if (isSuccess) return { kind: 'success', body: { verificationId, verificationData, verificationHash } };
  return {
    kind: 'failure',
    errorCode: message === verificationSucceeded ? undefined : message,
  };
};
