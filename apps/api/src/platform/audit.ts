import type { FastifyRequest } from 'fastify';
import type { RequestContext, VisitContext } from './authorization.ts';

/** Logs who did what with whose data, and with what result. `event` is the `audit` of the call's row. */
export const audit = (
  request: FastifyRequest,
  context: RequestContext | VisitContext,
  event: string,
  details: Record<string, string> = {},
): void => {
  const { actor, subject, via } = context;
  request.log.info({ event, actor: actor.id, subject: subject.id, via, ...details }, 'audit');
};
