import type { Connection } from '../accounts.ts';
import { type Html, html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import type { Texts } from './texts.ts';

/** What is wrong with what was typed. `both` says that name and password do not match. */
export type Faults = { name?: 'missing' | 'shape'; password?: 'missing'; both?: true };

const wording = (t: Texts, connection: Connection) =>
  connection === 'customer'
    ? {
        title: t('auth|pageTitle'),
        heading: t('auth|title'),
        lead: t('auth|lead'),
        label: t('auth|ssn'),
        hint: t('auth|ssnHint'),
        missing: t('auth|ssnMissing'),
        shape: t('auth|ssnShape'),
        noMatch: t('auth|wrongCredentials'),
      }
    : {
        title: t('auth|employee'),
        heading: t('auth|employee'),
        lead: undefined,
        label: t('auth|username'),
        hint: undefined,
        missing: t('auth|usernameMissing'),
        shape: t('auth|usernameMissing'),
        noMatch: t('auth|wrongEmployee'),
      };

const field = (
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

/**
 * The sign-in page: a kennitala or a user name, and a password. What was typed stays, the password never does.
 * @param action where the form is sent, with the language in it
 */
export const signInPage = (
  frame: Frame,
  {
    connection,
    action,
    switchTo,
    name = '',
    faults = {},
  }: {
    connection: Connection;
    action: string;
    switchTo: string;
    name?: string;
    faults?: Faults;
  },
): string => {
  const { t } = frame;
  const words = wording(t, connection);
  const nameError = faults.name ? words[faults.name] : faults.both && words.noMatch;
  const passwordError = faults.password && t('auth|passwordMissing');
  const errors = [
    ...(nameError ? [html`<li><a href="#name">${nameError}</a></li>`] : []),
    ...(passwordError ? [html`<li><a href="#password">${passwordError}</a></li>`] : []),
  ];
  const customer = connection === 'customer';
  const body = html`<div class="card">
<h1>${words.heading}</h1>
${words.lead !== undefined && html`<p class="lead">${words.lead}</p>`}
${
  errors.length > 0 &&
  html`<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title">
<h2 id="summary-title">${t('auth|errorSummary')}</h2>
<ul>${errors}</ul>
${faults.both && html`<p>${t('auth|waits')}</p>`}
</div>`
}
<form method="post" action="${action}" novalidate>
${field(
  { id: 'name', label: words.label, hint: words.hint, error: nameError || undefined },
  (described) =>
    html`<input class="${customer ? 'input short figures' : 'input'}" id="name" name="name" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false"${customer && html` inputmode="numeric"`} required${described}>`,
)}
${field(
  { id: 'password', label: t('auth|password'), error: passwordError },
  (described) =>
    html`<span class="with-button"><input class="input" id="password" name="password" type="password" autocomplete="current-password" data-show="${t('auth|showPassword')}" data-hide="${t('auth|hidePassword')}" required${described}></span>`,
)}
<button class="button primary" type="submit">${t('auth|submit')}</button>
</form>
</div>`;
  return layout(frame, {
    title:
      faults.name || faults.password || faults.both
        ? `${t('auth|errorSummary')}: ${words.title}`
        : words.title,
    body,
    switchTo,
  });
};
