import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** Asks the customer for consent to a third-party client's request. */
export const consentPage = (
  frame: Frame,
  {
    client,
    scopes,
    api,
    days,
    action,
    switchTo,
  }: {
    client: string;
    scopes: readonly string[];
    /** Whether the client also requests API access. */
    api: boolean;
    /** How long offline access lasts. */
    days: number;
    action: string;
    switchTo: string;
  },
): string => {
  const { t } = frame;
  const items = [
    ...(scopes.includes('profile') ? [t('auth|consentName')] : []),
    ...(scopes.includes('email') ? [t('auth|consentEmail')] : []),
    ...(api ? [t('auth|consentApi')] : []),
  ];
  const title = t('auth|consentTitle', { client });
  const body = html`<div class="card">
<h1>${title}</h1>
${
  items.length > 0 &&
  html`<p>${t('auth|consentText', { client })}</p>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
}
${scopes.includes('offline_access') && html`<p>${t('auth|consentOffline', { n: days })}</p>`}
<form method="post" action="${action}" class="choices">
<button class="button primary" type="submit" name="answer" value="allow">${t('auth|consentAllow')}</button>
<button class="button secondary" type="submit" name="answer" value="deny">${t('auth|consentDeny')}</button>
</form>
</div>`;
  return layout(frame, { title, body, switchTo });
};
