import type { Connection } from '../accounts.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import { type Way, wayTabs } from './ways.ts';

/** Sign-in with a passkey. A script shows the button, since WebAuthn needs one. */
export const passkeyPage = (
  frame: Frame,
  parts: {
    action: string;
    /** URL of the WebAuthn request options. */
    options: string;
    switchTo: string;
    urlOfWay(way: Way): string;
    connection: Connection;
    failed: boolean;
  },
): string => {
  const { t, assets } = frame;
  const { action, options, switchTo, urlOfWay, connection, failed } = parts;
  const isCustomer = connection === 'customer';
  // The summary is shown when the response was refused, or by the script when the device returned none.
  const body = html`<div class="card">
<h1>${t(isCustomer ? 'auth|title' : 'auth|employee')}</h1>
${isCustomer && html`<p class="lead">${t('auth|lead')}</p>`}
${isCustomer && wayTabs(t, 'passkey', urlOfWay)}
<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title"${!failed && html` hidden`}>
<h2 id="summary-title">${t('auth|notSignedIn')}</h2>
<p>${t('errorCode|passkeyFailed')}</p>
</div>
<p>${t('auth|passkeyText')}</p>
<noscript><p>${t('auth|passkeyNeedsScript')}</p></noscript>
<form method="post" action="${action}" data-options="${options}" hidden>
<input type="hidden" name="credential">
<button class="button primary" type="submit">${t('auth|passkeyButton')}</button>
</form>
<p class="hint">${t(isCustomer ? 'auth|passkeyNone' : 'auth|passkeyNoneStaff')}</p>
${!isCustomer && html`<p><a href="${urlOfWay('password')}">${t('auth|usePassword')}</a></p>`}
</div>`;
  const title = t(isCustomer ? 'auth|pageTitle' : 'auth|employee');
  const head = html`<script src="${assets.webAuthn}"></script>
<script type="module" src="${assets.passkeyScript}"></script>`;
  return layout(frame, {
    title: failed ? `${t('auth|notSignedIn')}: ${title}` : title,
    body,
    switchTo,
    head,
  });
};
