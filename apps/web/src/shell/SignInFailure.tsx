import { type AuthError, isOutage } from '@hofn/auth-client/errors.ts';
import type { signInFailure } from '@hofn/texts/catalogue/is/sign-in-failure.ts';
import type { Translate } from '@hofn/texts/translator.ts';
import { useEffect } from 'react';
import { base } from '../engine/paths.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

type Texts = Translate<typeof signInFailure>;

const differenceOf = (t: Texts, seconds: number): string => {
  if (seconds >= 2 * day) return t('signInFailure|days', { n: Math.round(seconds / day) });
  if (seconds >= 2 * hour) return t('signInFailure|hours', { n: Math.round(seconds / hour) });
  return t('signInFailure|minutes', { n: Math.max(1, Math.round(seconds / minute)) });
};

/** Logs a refusal on the server: the browser alone knows of it, and the cause may be a key or a setting of ours. */
const reportRefusal = (code: string): void => {
  void fetch(`${base}/policy-reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ type: 'sign-in-refused', body: { code } }]),
    keepalive: true,
  }).catch(() => undefined);
};

const Refused = ({ t, code }: { t: Texts; code: string }) => {
  useEffect(() => reportRefusal(code), [code]);
  return t('signInFailure|refused', { code });
};

/**
 * Why a sign-in failed: the service does not answer, the clock of the device is wrong, or the browser refused the
 * response, which is reported.
 */
export const SignInFailure = ({ t, error, down }: { t: Texts; error: AuthError; down: string }) => {
  const { code, clockAheadSeconds } = error;
  if (isOutage(error)) return down;
  if (clockAheadSeconds === undefined) return <Refused t={t} code={code} />;
  return t(clockAheadSeconds > 0 ? 'signInFailure|clockFast' : 'signInFailure|clockSlow', {
    difference: differenceOf(t, Math.abs(clockAheadSeconds)),
  });
};
