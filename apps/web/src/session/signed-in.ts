// Set by the session while someone is signed in; it holds no secret, and the session itself is loaded by the portal.
const signedInCookie = /(?:^|; )hofn\.[^=]+\.is\.authenticated=true/;

/** Whether someone is signed in, as far as a page can tell without the session. */
export const signedIn = (): boolean => signedInCookie.test(document.cookie);
