// Set by the session while someone is signed in; contains no secret. Public pages don't load the session itself.
const signedInCookie = /(?:^|; )hofn\.[^=]+\.is\.authenticated=true/;

/** Whether someone is signed in, as far as the cookie tells. */
export const hasSessionCookie = (): boolean => signedInCookie.test(document.cookie);
