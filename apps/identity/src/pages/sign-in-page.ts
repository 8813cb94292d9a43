import type { Connection } from '../accounts.ts';
import { errorSummary, field, passwordField, ssnField } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import type { Texts } from './texts.ts';
import { type Way, wayTabs } from './ways.ts';

/**
 * Input errors. `both` means that name and password do not match, `tooMany` that they were not checked because the
 * address is over its limit.
 */
export type FieldErrors = {
  name?: 'missing' | 'shape' | 'characters';
  password?: 'missing' | 'characters';
  both?: true;
  tooMany?: true;
};

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

/**
 * The sign-in page: a kennitala or a user name, and a password. The name is filled in again, the password never.
 * @param action URL the form is submitted to, including the language
 */
export const signInPage = (
  frame: Frame,
  {
    connection,
    action,
    forgot,
    switchTo,
    urlOfWay,
    name = '',
    faults = {},
  }: {
    connection: Connection;
    action: string;
    /** URL of the page that requests a password letter. */
    forgot: string;
    switchTo: string;
    /** URL of another sign-in method. */
    urlOfWay(way: Way): string;
    name?: string;
    faults?: FieldErrors;
  },
): string => {
  const { t } = frame;
  const texts = { ...wording(t, connection), characters: t('auth|characters') };
  const nameError = faults.name
    ? texts[faults.name]
    : faults.tooMany
      ? t('errorCode|tooManyRequests')
      : faults.both && texts.noMatch;
  const passwordError =
    faults.password && t(faults.password === 'missing' ? 'auth|passwordMissing' : 'auth|characters');
  const errors = [
    ...(nameError ? [['name', nameError] as const] : []),
    ...(passwordError ? [['password', passwordError] as const] : []),
  ];
  const isCustomer = connection === 'customer';
  const body = html`<div class="card">
<h1>${texts.heading}</h1>
${texts.lead !== undefined && html`<p class="lead">${texts.lead}</p>`}
${isCustomer && wayTabs(t, 'password', urlOfWay)}
${errorSummary(t, errors, faults.both && t('auth|waits'))}
<form method="post" action="${action}" novalidate>
${
  isCustomer
    ? ssnField(t, { id: 'name', value: name, error: nameError || undefined })
    : field(
        { id: 'name', label: texts.label, error: nameError || undefined },
        (described) =>
          html`<input class="input" id="name" name="name" type="text" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required${described}>`,
      )
}
${passwordField(t, {
  id: 'password',
  label: t('auth|password'),
  error: passwordError,
  autocomplete: 'current-password',
})}
<button class="button primary" type="submit">${t('auth|submit')}</button>
</form>
${
  isCustomer
    ? html`<p><a href="${forgot}">${t('auth|forgot')}</a></p>`
    : html`<p><a href="${urlOfWay('passkey')}">${t('auth|usePasskey')}</a></p>
<p class="hint">${t('auth|forgotStaff')}</p>`
}
</div>`;
  return layout(frame, {
    title: errors.length > 0 ? `${t('auth|errorSummary')}: ${texts.title}` : texts.title,
    body,
    switchTo,
  });
};
