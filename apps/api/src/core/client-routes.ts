import type { coreClientCalls } from '@hofn/contracts';
import type { Handlers } from '../platform/registrar.ts';

/** The calling client, as its token describes it. */
export const coreClientHandlers: Handlers<typeof coreClientCalls> = {
  coreClient: ({ client: { clientId, source, scopes } }) => ({ clientId, source, scopes: [...scopes] }),
};
