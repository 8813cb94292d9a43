import type { Translation } from '../../translator.ts';
import type { identity as icelandic } from '../is/identity.ts';

/** The sign-in pages. English. */
export const identity = {
  auth: {
    title: 'Log in',
    lead: 'to My pages',
    submit: 'Log in',
    ssn: 'National ID',
    ssnHint: 'With or without a hyphen',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    wrongCredentials: 'The national ID and password do not match. Check both.',
    employee: 'Employee login',
    pageTitle: 'Log in to My pages',
    ssnMissing: 'Enter your national ID',
    ssnShape: 'A national ID has ten digits. Check whether one is missing.',
    passwordMissing: 'Enter your password',
    username: 'Username',
    usernameMissing: 'Enter your username',
    wrongEmployee: 'The username and password do not match. Check both.',
    errorSummary: 'Correct the following',
    interactionGone: 'This login has expired or is finished. Start again from the page you were on.',
    requestRefused: 'This login request cannot be used. Contact the owner of the site you came from.',
    logoutRefused: 'This address cannot be opened after logging out. You are still logged in.',
    backToSite: 'Back to the Höfn website',
    waits: 'After five wrong attempts there is a wait of up to 15\u00a0minutes before the next one.',
    notAnswering: 'The login is not answering',
    requestFault: 'Login not possible',
    pageMissing: 'Page not found',
    pageMissingText: 'There is only the login here. Start from the Höfn website.',
    consentTitle: '{client} asks for access',
    consentText: 'If you allow it, {client} can see:',
    consentName: 'your name',
    consentEmail: 'your email address',
    consentApi: 'your policies and other data in My pages',
    'consentOffline.one':
      'The access lasts after you close the browser, until you log out, for {n} day at most.',
    'consentOffline.other':
      'The access lasts after you close the browser, until you log out, for {n} days at most.',
    consentAllow: 'Allow access',
    consentDeny: 'Decline',
  },
} as const satisfies Translation<typeof icelandic>;
