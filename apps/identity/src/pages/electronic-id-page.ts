import { formatPhone } from '@hofn/domain';
import type { EidMethod } from '@hofn/service/eid.ts';
import { company } from '@hofn/texts/company.ts';
import { errorSummary, field, ssnField } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import { type Way, wayTabs } from './ways.ts';

/** Why the page is shown again: an input error, or why the last call failed. */
export type InputError = 'missing' | 'shape' | 'characters';
export type CallFailure =
  | 'cancelled'
  | 'expired'
  | 'notACustomer'
  | 'serviceUnavailable'
  | 'tooManyAttempts'
  | 'pinLocked';

const failureKeys = {
  cancelled: 'auth|eidCancelled',
  expired: 'auth|eidExpired',
  notACustomer: 'auth|eidStranger',
  serviceUnavailable: 'auth|eidSilent',
  tooManyAttempts: 'auth|eidWaits',
  pinLocked: 'auth|eidPinLocked',
} as const satisfies Record<CallFailure, string>;

const ssnErrors = {
  missing: 'auth|ssnMissing',
  shape: 'auth|ssnShape',
  characters: 'auth|characters',
} as const satisfies Record<InputError, string>;
const phoneErrors = {
  missing: 'auth|mobileMissing',
  shape: 'auth|mobileShape',
  characters: 'auth|characters',
} as const satisfies Record<InputError, string>;

/** Form for the phone number or kennitala to call. */
export const electronicIdPage = (
  frame: Frame,
  parts: {
    method: EidMethod;
    action: string;
    switchTo: string;
    urlOfWay(way: Way): string;
    called?: string;
    /** Whether the box to remember the number is checked. */
    remember?: boolean;
    /** Staff confirm with it after their password. */
    isSecondFactor?: boolean;
    fault?: InputError | undefined;
    failure?: CallFailure | undefined;
  },
): string => {
  const { t } = frame;
  const { method, action, switchTo, urlOfWay, called = '', remember = false, fault, failure } = parts;
  const { isSecondFactor = false } = parts;
  const inApp = method === 'app';
  const error = fault && t((inApp ? ssnErrors : phoneErrors)[fault]);
  const body = html`<div class="card">
<h1>${t(isSecondFactor ? 'auth|secondFactor' : 'auth|title')}</h1>
<p class="lead">${t(isSecondFactor ? 'auth|secondFactorLead' : 'auth|lead')}</p>
${!isSecondFactor && wayTabs(t, inApp ? 'app' : 'eid', urlOfWay)}
${
  failure !== undefined &&
  html`<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title">
<h2 id="summary-title">${t('auth|notSignedIn')}</h2>
<p>${t(isSecondFactor && failure === 'notACustomer' ? 'auth|eidNotOnFile' : failureKeys[failure], { phone: company.phone })}</p>
</div>`
}
${errorSummary(t, error ? [['called', error]] : [])}
<form method="post" action="${action}" novalidate>
<input type="hidden" name="method" value="${method}">
${
  inApp && isSecondFactor
    ? html`<p>${t('auth|appOnFile')}</p>`
    : inApp
      ? ssnField(t, { id: 'called', value: called, error })
      : field(
          { id: 'called', label: t('auth|mobile'), hint: t('auth|mobileHint'), error },
          (described) =>
            html`<input class="input short figures" id="called" name="called" type="text" value="${called}" inputmode="tel" autocomplete="tel-national" required${described}>`,
        )
}
${
  !inApp &&
  html`<input type="hidden" name="asks" value="phone">
<label class="check"><input type="checkbox" name="remember" value="yes"${remember && html` checked`}>${t('auth|remember')}</label>`
}
<button class="button primary" type="submit">${t('auth|submit')}</button>
</form>
<p><a href="${urlOfWay(inApp ? 'eid' : 'app')}">${t(inApp ? 'auth|usePhone' : 'auth|useApp')}</a></p>
${isSecondFactor && html`<p><a href="${urlOfWay('passkey')}">${t('auth|usePasskey')}</a></p>`}
</div>`;
  const title = t(isSecondFactor ? 'auth|secondFactor' : 'auth|pageTitle');
  const problem = failure !== undefined ? t('auth|notSignedIn') : error && t('auth|errorSummary');
  return layout(frame, { title: problem ? `${problem}: ${title}` : title, body, switchTo });
};

/**
 * Shows the code, which the phone shows too, until the call is confirmed. A script polls for the state; without scripts
 * the page reloads itself.
 */
export const codePage = (
  frame: Frame,
  parts: {
    method: EidMethod;
    called: string;
    code: string;
    /** Seconds until the call expires. */
    seconds: number;
    /** URL that the script polls. */
    state: string;
    again: string;
    cancel: string;
    switchTo: string;
  },
): string => {
  const { t, assets } = frame;
  const { method, called, code, seconds, state, again, cancel, switchTo } = parts;
  const title = t(method === 'app' ? 'auth|codeTitleApp' : 'auth|codeTitle');
  const timeLeft = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const body = html`<div class="card" data-state="${state}" data-seconds="${seconds}">
<h1>${title}</h1>
<p>${method === 'app' ? t('auth|codeSentApp') : t('auth|codeSent', { phone: formatPhone(called) })}</p>
<p class="label" id="code-label">${t('auth|code')}</p>
<p class="code" role="img" aria-label="${[...code].join(' ')}">${[...code].map((digit) => html`<span aria-hidden="true">${digit}</span>`)}</p>
<p role="status">${t('auth|waiting')}</p>
<p class="lead">${t('auth|timeLeft')} <span class="figures" data-left>${timeLeft}</span></p>
<div class="acts">
<form method="post" action="${cancel}"><button class="quiet" type="submit">${t('auth|cancel')}</button></form>
<form method="post" action="${again}"><input type="hidden" name="method" value="${method}"><input type="hidden" name="called" value="${called}"><button class="quiet" type="submit">${t('auth|sendAgain')}</button></form>
</div>
<p class="warning"><strong>${t('auth|codeMismatch')}</strong><br>${t('auth|codeMismatchText', { phone: company.phone })}</p>
</div>`;
  const head = html`<noscript><meta http-equiv="refresh" content="3"></noscript>
<script type="module" src="${assets.waitScript}"></script>`;
  return layout(frame, { title, body, switchTo, head });
};
