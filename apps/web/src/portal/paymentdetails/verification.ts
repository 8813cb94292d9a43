import { type VerificationMessage, verificationSucceeded } from '@hofn/contracts/paymentdetails.ts';

/** A message to the window, as far as it is looked at. */
export type Heard = { origin: string; data: unknown };

export type Verdict =
  | { is: 'ignored' }
  | { is: 'success'; body: Omit<VerificationMessage, 'message'> }
  /** `errorCode` as the card service names it, where it does. */
  | { is: 'failure'; errorCode: string | undefined };

const text = (data: unknown, name: keyof VerificationMessage): string => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : '';
};

/**
 * What a message says of the verification that we were given (rule PAY-8): nothing when it comes from elsewhere than the
 * card service's origin; success when it tells of success, of this verification, with data and hash; else failure.
 */
export const verdictOf = (
  { origin, data }: Heard,
  expected: { paymentLink: string; verificationId: string },
): Verdict => {
  if (origin !== new URL(expected.paymentLink).origin) return { is: 'ignored' };
  const message = text(data, 'message');
  const verificationId = text(data, 'verificationId');
  const verificationData = text(data, 'verificationData');
  const verificationHash = text(data, 'verificationHash');
  const succeeded =
    message === verificationSucceeded &&
    verificationId === expected.verificationId &&
    verificationData !== '' &&
    verificationHash !== '';
  if (succeeded) return { is: 'success', body: { verificationId, verificationData, verificationHash } };
  return {
    is: 'failure',
    errorCode: message === '' || message === verificationSucceeded ? undefined : message,
  };
};
