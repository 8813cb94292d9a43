import { failureEvent } from './engine/embedded-page.ts';
import { start } from './engine/start.tsx';
import { hasSessionCookie } from './session/signed-in.ts';
import { appShell } from './shell/app-shell.ts';
import { requestFrameOnApproach } from './shell/public-frame.ts';

start(appShell, hasSessionCookie)
  .then(requestFrameOnApproach)
  .catch((error: unknown) => {
    console.error(error);
    dispatchEvent(new Event(failureEvent));
  });
