import { type VerificationMessage, verificationSucceeded } from '@hofn/contracts/paymentdetails.ts';

/** A message to the window, as far as it is looked at. */
export type Heard = { origin: string; source: unknown; data: unknown };

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
 * What a message from the card service's page says of the verification that we were given (rule PAY-8): nothing from
 * another origin, or without the fields of an answer, since such pages also post their size and the like; success when
 * it tells of success, of this verification, with data and hash; else failure.
 */
export const verdictOf = (
  { origin, data }: Pick<Heard, 'origin' | 'data'>,
  expected: { paymentLink: string; verificationId: string },
): Verdict => {
  if (origin !== new URL(expected.paymentLink).origin) return { is: 'ignored' };
  const message = text(data, 'message');
  const verificationId = text(data, 'verificationId');
  if (message === '' || verificationId === '') return { is: 'ignored' };
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
    errorCode: message === verificationSucceeded ? undefined : message,
  };
};
