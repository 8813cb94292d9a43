import { passwordLength } from '@hofn/domain/password.ts';
import { type Html, html } from './html.ts';
import type { Texts } from './texts.ts';

/** A field with label, hint and error; `input` is passed the ARIA attributes that refer to them. */
export const field = (
  {
    id,
    label,
    hint,
    error,
  }: { id: string; label: string; hint?: string | undefined; error?: string | undefined },
  input: (describedBy: Html) => Html,
): Html => {
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const described = html`${parts !== '' && html` aria-describedby="${parts}"`}${error !== undefined && html` aria-invalid="true"`}`;
  return html`<div class="${error === undefined ? 'field' : 'field faulty'}">
<label class="label" for="${id}">${label}</label>
${hint !== undefined && html`<span class="hint" id="${id}-hint">${hint}</span>`}
${error !== undefined && html`<span class="error" id="${id}-error">${error}</span>`}
${input(described)}
</div>`;
};

/** A kennitala field. */
export const ssnField = (
  t: Texts,
  { id, value, error }: { id: string; value: string; error: string | undefined },
): Html =>
  field(
    { id, label: t('auth|ssn'), hint: t('auth|ssnHint'), error },
    (described) =>
      html`<input class="input short figures" id="${id}" name="${id}" type="text" value="${value}" autocomplete="username" autocapitalize="none" spellcheck="false" inputmode="numeric" required${described}>`,
  );

/** A password field; a script adds the button that shows the password. */
export const passwordField = (
  t: Texts,
  {
    id,
    label,
    hint,
    error,
    autocomplete,
  }: {
    id: string;
    label: string;
    hint?: string;
    error: string | undefined;
    autocomplete: 'current-password' | 'new-password';
  },
): Html =>
  field(
    { id, label, hint, error },
    (described) =>
      html`<span class="with-button"><input class="input" id="${id}" name="${id}" type="password" autocomplete="${autocomplete}" data-show="${t('auth|showPassword')}" data-hide="${t('auth|hidePassword')}" required${described}></span>`,
  );

/** The form for a new password. @param username of staff, so that password managers store it too */
export const newPasswordForm = (
  t: Texts,
  {
    action,
    error,
    kind,
    username,
  }: { action: string; error: string | undefined; kind: 'primary' | 'secondary'; username?: string },
): Html => html`<form method="post" action="${action}" novalidate>
${username !== undefined && html`<input type="hidden" name="username" value="${username}" autocomplete="username">`}
${passwordField(t, {
  id: 'password',
  label: t('auth|newPassword'),
  hint: t('auth|newPasswordHint', { n: passwordLength.min }),
  error,
  autocomplete: 'new-password',
})}
<button class="button ${kind}" type="submit">${t('auth|newPasswordSubmit')}</button>
</form>`;

/** Error summary above a form, linking to the fields; empty without errors. */
export const errorSummary = (
  t: Texts,
  errors: readonly (readonly [id: string, text: string])[],
  more?: string,
): Html =>
  errors.length === 0
    ? html``
    : html`<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title">
<h2 id="summary-title">${t('auth|errorSummary')}</h2>
<ul>${errors.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
${more !== undefined && html`<p>${more}</p>`}
</div>`;
