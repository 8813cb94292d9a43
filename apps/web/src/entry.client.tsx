import { start } from './engine/start.tsx';
import { signedIn } from './session/signed-in.ts';

start({ signedIn }).catch((error: unknown) => console.error('The page stays as the server sent it.', error));
