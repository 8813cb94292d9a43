import type { FastifyInstance, FastifyReply } from 'fastify';
import { errors } from 'oidc-provider';
import type { FederatedSignIn } from '../federation/federated-sign-in.ts';
import { OutsideSignInFailed } from '../federation/outside-provider.ts';
import { type FederatedProblem, federatedPage } from '../pages/federated-page.ts';
import {
  formText,
  type InteractionContext,
  type InteractionRequest,
  type InteractionRoute,
  type Interactions,
} from './interaction-context.ts';

/** Path under the issuer that the outside provider redirects to. */
export const federationCallback = 'federation/callback';

const path = '/interaction/:uid/federated';

const queryOf = ({ url }: { url: string }): string => url.split('?', 2)[1] ?? '';

/** Whether the client wants the employee to sign in again now, also with an open session. */
const needsFreshSignIn = ({ interaction: { params } }: InteractionContext): boolean =>
  formText(params.prompt).split(' ').includes('login') || params.max_age !== undefined;

/** Sign-in of staff at the insurer's own OpenID provider (rule HOLD-11). */
export const federationRoutes = (
  server: FastifyInstance,
  { interactions, federation }: { interactions: Interactions; federation: FederatedSignIn | undefined },
) => {
  const sendPage = (reply: FastifyReply, context: InteractionContext, problem?: FederatedProblem) =>
    interactions.send(
      reply.code(problem === 'down' ? 503 : problem === 'noAccess' ? 403 : 200),
      context,
      federatedPage(context.frame, {
        start: context.pageUrl('federated'),
        startAnew: `${context.pageUrl('federated')}&prompt=login`,
        local: federation?.allowsLocal ? context.pageUrl(undefined, 'password') : undefined,
        switchTo: context.switchTo(),
        problem,
      }),
    );
  if (!federation) return { sendPage };

  /** An open sign-in of staff. @throws SessionNotFound for any other */
  const open = async (request: InteractionRequest, reply: FastifyReply) => {
    const context = await interactions.openAnyLogin(request, reply);
    if (context.connection !== 'employee') throw new errors.SessionNotFound('not a staff sign-in');
    return context;
  };

  const reportFailure = async (
    request: InteractionRequest,
    reply: FastifyReply,
    context: InteractionContext,
    error: unknown,
  ) => {
    if (!(error instanceof OutsideSignInFailed)) throw error;
    request.log.warn({ err: error, reason: error.reason }, 'sign-in at the outside provider failed');
    await interactions.logRefusal(request, context, { method: 'federated', reason: error.reason });
    return sendPage(reply, context, error.reason === 'down' ? 'down' : 'declined');
  };

  server.get<InteractionRoute & { Querystring: { prompt?: unknown } }>(path, async (request, reply) => {
    const context = await open(request, reply);
    const isFresh = request.query.prompt === 'login' || needsFreshSignIn(context);
    try {
      const url = await federation.begin(context.interaction.uid, isFresh, context.frame.t.language);
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    } catch (error) {
      return reportFailure(request, reply, context, error);
    }
  });

  // The cookie of the open sign-in covers only its own path, so the response is passed on there.
  server.get<{ Querystring: { state?: unknown } }>(`/${federationCallback}`, async (request, reply) => {
    const uid = await federation.interactionOf(formText(request.query.state));
    if (uid === undefined) throw new errors.SessionNotFound('no such sign-in at the outside provider');
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/interaction/${uid}/federated/done?${queryOf(request)}`, 303);
  });

  server.get<InteractionRoute>(`${path}/done`, async (request, reply) => {
    const context = await open(request, reply);
    try {
      const cause = { by: 'federation', address: request.ip, requestId: request.id } as const;
      const outcome = await federation.complete(context.interaction.uid, queryOf(request), cause);
      if (!outcome) throw new errors.SessionNotFound('the response belongs to another sign-in');
      if (outcome.ok)
        return await interactions.completeAndRedirect(request, reply, context, {
          sub: outcome.sub,
          method: 'federated',
          // Two factors are the outside provider's duty (rule HOLD-11).
          amr: ['fed', 'mfa'],
        });
      await interactions.logRefusal(request, context, { method: 'federated', ...outcome });
      return sendPage(reply, context, 'noAccess');
    } catch (error) {
      return reportFailure(request, reply, context, error);
    }
  });

  return { sendPage };
};
