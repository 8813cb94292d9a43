import { endPage } from './end-page.ts';
import { errorSummary, newPasswordForm } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** Where an employee creates a passkey or chooses a password, behind the link in an e-mail. */
export const staffSetupPage = (
  frame: Frame,
  parts: {
    name: string;
    username: string;
    /** URL the password form is submitted to; undefined without a kennitala, which the second factor needs. */
    passwordAction: string | undefined;
    passkeyAction: string;
    /** URL of the WebAuthn creation options. */
    passkeyOptions: string;
    switchTo: string;
    error?: string | undefined;
    passkeyFailed?: boolean;
  },
): string => {
  const { t, assets } = frame;
  const { name, username, passwordAction, passkeyAction, passkeyOptions, switchTo, error } = parts;
  const title = t('auth|setupTitle');
  const body = html`<div class="card">
<h1>${title}</h1>
<p>${t('auth|setupText', { name, username })}</p>
${errorSummary(t, error === undefined ? [] : [['password', error]])}
<h2>${t('auth|setupPasskey')}</h2>
<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title"${!parts.passkeyFailed && html` hidden`} data-passkey-failed>
<h3 id="summary-title">${t('errorCode|passkeyFailed')}</h3>
</div>
<p>${t('auth|setupPasskeyText')}</p>
<noscript><p>${t('auth|passkeyNeedsScript')}</p></noscript>
<form method="post" action="${passkeyAction}" data-creates="${passkeyOptions}" hidden>
<input type="hidden" name="credential">
<button class="button primary" type="submit">${t('auth|setupPasskeyButton')}</button>
</form>
<h2>${t('auth|setupPassword')}</h2>
${
  passwordAction === undefined
    ? html`<p>${t('auth|setupNoSsn')}</p>`
    : html`<p>${t('auth|setupPasswordText')}</p>
${newPasswordForm(t, { action: passwordAction, error, kind: 'secondary', username })}`
}
</div>`;
  const head = html`<script src="${assets.webAuthn}"></script>
<script type="module" src="${assets.setupScript}"></script>`;
  return layout(frame, {
    title: error === undefined ? title : `${t('auth|errorSummary')}: ${title}`,
    body,
    switchTo,
    head,
  });
};

/** Says that the employee can sign in, or that the link has expired. @param onward URL of the staff portal */
export const staffSetupEnd = (frame: Frame, end: 'done' | 'gone', onward: string): string => {
  const { t } = frame;
  const [title, text] =
    end === 'done'
      ? [t('auth|setupDone'), t('auth|setupDoneText')]
      : [t('auth|letterGone'), t('auth|setupGoneText')];
  return endPage(frame, { title, text, onward });
};
