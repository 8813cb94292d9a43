import { errorSummary, ssnField } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

const errorOf = {
  missing: 'auth|ssnMissing',
  shape: 'auth|ssnShape',
  characters: 'auth|characters',
} as const;

/** Form that requests a password letter. */
export const credentialsPage = (
  frame: Frame,
  parts: {
    action: string;
    back: string;
    switchTo: string;
    ssn?: string;
    fault?: 'missing' | 'shape' | 'characters' | undefined;
  },
): string => {
  const { t } = frame;
  const { action, back, switchTo, ssn = '', fault } = parts;
  const error = fault && t(errorOf[fault]);
  const title = t('auth|requestTitle');
  const body = html`<div class="card">
<h1>${title}</h1>
<p>${t('auth|requestText')}</p>
${errorSummary(t, error ? [['ssn', error]] : [])}
<form method="post" action="${action}" novalidate>
${ssnField(t, { id: 'ssn', value: ssn, error })}
<button class="button primary" type="submit">${t('auth|requestSubmit')}</button>
</form>
<p><a href="${back}">${t('auth|backToSignIn')}</a></p>
</div>`;
  return layout(frame, { title: error ? `${t('auth|errorSummary')}: ${title}` : title, body, switchTo });
};

/** Confirms the request, without revealing whether the kennitala is known. */
export const credentialsSentPage = (
  frame: Frame,
  { back, switchTo }: { back: string; switchTo: string },
): string => {
  const { t } = frame;
  const body = html`<div class="card">
<h1>${t('auth|requestSent')}</h1>
<p>${t('auth|requestSentText')}</p>
<p>${t('auth|requestSentNone')}</p>
<p><a class="button secondary" href="${back}">${t('auth|backToSignIn')}</a></p>
</div>`;
  return layout(frame, { title: t('auth|requestSent'), body, switchTo });
};
