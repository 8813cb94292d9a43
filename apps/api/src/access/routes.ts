import type { accessCalls } from '@hofn/contracts';
import type { Handlers } from '../platform/registrar.ts';
import { givenAccessHandlers } from './given-routes.ts';
import { receivedAccessHandlers } from './received-routes.ts';

/** Access of one customer to the data of another. */
export const accessHandlers = (
  parts: Parameters<typeof givenAccessHandlers>[0],
): Handlers<typeof accessCalls> => ({
  ...givenAccessHandlers(parts),
  ...receivedAccessHandlers(parts),
});
