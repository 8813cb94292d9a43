import type { Connection } from '../accounts.ts';
import { errorSummary, field, passwordField, ssnField } from './form.ts';
import { html } from './html.ts';
import { type Frame, layout } from './layout.ts';
import type { Texts } from './texts.ts';
import { type Way, wayTabs } from './ways.ts';

/**
 * What is wrong with what was typed. `both` says that name and password do not match, `tooMany` that they were not checked
 * because the reader's address has to wait.
 */
export type Faults = { name?: 'missing' | 'shape'; password?: 'missing'; both?: true; tooMany?: true };

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
 * The sign-in page: a kennitala or a user name, and a password. What was typed stays, the password never does.
 * @param action where the form is sent, with the language in it
 */
export const signInPage = (
  frame: Frame,
  {
    connection,
    action,
    forgot,
    switchTo,
    wayAt,
    name = '',
    faults = {},
  }: {
    connection: Connection;
    action: string;
    /** Where a customer asks for credentials. */
    forgot: string;
    switchTo: string;
    /** The page of another way to sign in, which customers have. */
    wayAt(way: Way): string;
    name?: string;
    faults?: Faults;
  },
): string => {
  const { t } = frame;
  const words = wording(t, connection);
  const nameError = faults.name
    ? words[faults.name]
    : faults.tooMany
      ? t('errorCode|tooManyRequests')
      : faults.both && words.noMatch;
  const passwordError = faults.password && t('auth|passwordMissing');
  const errors = [
    ...(nameError ? [['name', nameError] as const] : []),
    ...(passwordError ? [['password', passwordError] as const] : []),
  ];
  const customer = connection === 'customer';
  const body = html`<div class="card">
<h1>${words.heading}</h1>
${words.lead !== undefined && html`<p class="lead">${words.lead}</p>`}
${customer && wayTabs(t, 'password', wayAt)}
${errorSummary(t, errors, faults.both && t('auth|waits'))}
<form method="post" action="${action}" novalidate>
${
  customer
    ? ssnField(t, { id: 'name', value: name, error: nameError || undefined })
    : field(
        { id: 'name', label: words.label, error: nameError || undefined },
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
${customer && html`<p><a href="${forgot}">${t('auth|forgot')}</a></p>`}
</div>`;
  return layout(frame, {
    title: errors.length > 0 ? `${t('auth|errorSummary')}: ${words.title}` : words.title,
    body,
    switchTo,
  });
};
