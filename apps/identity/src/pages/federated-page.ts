import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';

/** Why the last attempt failed. `noAccess` is about the employee, the others about the provider. */
export type FederatedProblem = 'noAccess' | 'declined' | 'down';

/** Sign-in of staff at the insurer's own OpenID provider. A link, so that no form has to redirect to its origin. */
export const federatedPage = (
  frame: Frame,
  parts: {
    /** URL that redirects to the provider. */
    start: string;
    /** The same, where the provider has to ask who signs in. */
    startAnew: string;
    /** URL of the sign-in with a password or passkey of ours, where it is allowed. */
    local: string | undefined;
    switchTo: string;
    problem?: FederatedProblem | undefined;
  },
): string => {
  const { t } = frame;
  const { start, startAnew, local, switchTo, problem } = parts;
  const title = t('auth|employee');
  const texts = {
    noAccess: t('auth|federatedNoAccess'),
    declined: t('auth|federatedDeclined'),
    down: t('auth|federatedDown'),
  };
  const body = html`<div class="card">
<h1>${title}</h1>
${
  problem &&
  html`<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title">
<h2 id="summary-title">${t('auth|notSignedIn')}</h2>
<p>${texts[problem]}</p>
</div>`
}
<p>${t('auth|federatedText')}</p>
<p><a class="button primary" href="${start}">${t('auth|federatedButton')}</a></p>
${problem === 'noAccess' && html`<p><a href="${startAnew}">${t('auth|federatedOther')}</a></p>`}
${local !== undefined && html`<p><a href="${local}">${t('auth|federatedLocal')}</a></p>`}
</div>`;
  return layout(frame, {
    title: problem ? `${t('auth|notSignedIn')}: ${title}` : title,
    body,
    switchTo,
  });
};
