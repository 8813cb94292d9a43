import type { FastifyRequest } from 'fastify';
import type { RequestContext, VisitContext } from './access.ts';

/** Leaves a line in the log of who did what with whose data, and what came of it. `event` is the `audit` of the call's row. */
export const audit = (
  request: FastifyRequest,
  context: RequestContext | VisitContext,
  event: string,
  made: Record<string, string> = {},
): void => {
  const { actor, subject, via } = context;
  request.log.info({ event, actor: actor.id, subject: subject.id, via, ...made }, 'audit');
};
