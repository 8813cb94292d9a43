import type { signingCalls } from '@hofn/contracts';
import type { Handlers } from '../platform/registrar.ts';
import { signableHandlers } from './document-routes.ts';
import { signHandlers } from './sign-routes.ts';

/** Documents to sign, signing them, and the signed documents. */
export const signingHandlers = (
  parts: Parameters<typeof signableHandlers>[0] & Parameters<typeof signHandlers>[0],
): Handlers<typeof signingCalls> => ({ ...signableHandlers(parts), ...signHandlers(parts) });
