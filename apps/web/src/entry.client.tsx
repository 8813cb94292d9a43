import { start } from './engine/start.tsx';

// Set by the session while someone is signed in; it holds no secret, and the session itself is loaded by the portal.
const signedInCookie = /(?:^|; )hofn\.[^=]+\.is\.authenticated=true/;

start({ signedIn: () => signedInCookie.test(document.cookie) }).catch((error: unknown) =>
  console.error('The page stays as the server sent it.', error),
);
