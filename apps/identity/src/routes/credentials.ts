import type { FastifyInstance } from 'fastify';
import { credentialsPage, credentialsSentPage } from '../pages/credentials-page.ts';
import type { Letters } from '../password/letters.ts';
import { normalizeName } from '../sign-in/sign-in.ts';
import { isUnstorable } from './forms-only.ts';
import { formText, type InteractionRoute, type Interactions } from './interaction-context.ts';

/** Requests a password letter from the sign-in page (rule AUTH-10d); known and unknown kennitalas get the same answer. */
export const credentialsRoutes = (
  server: FastifyInstance,
  { interactions, letters }: { interactions: Interactions; letters: Letters },
): void => {
  const path = '/interaction/:uid/credentials';

  server.get<InteractionRoute>(path, async (request, reply) => {
    const context = await interactions.openForCustomer(request, reply);
    const [action, switchTo] = [context.pageUrl('credentials'), context.switchTo('credentials')];
    return interactions.send(
      reply,
      context,
      credentialsPage(context.frame, { action, back: context.pageUrl(), switchTo }),
    );
  });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const context = await interactions.openForCustomer(request, reply);
    const { frame } = context;
    const [back, switchTo] = [context.pageUrl(), context.switchTo('credentials')];
    const typed = formText(request.body.ssn);
    const ssn = normalizeName('customer', typed);
    const fault = isUnstorable(request, 'ssn')
      ? 'characters'
      : ssn === ''
        ? 'missing'
        : /^\d{10}$/.test(ssn)
          ? undefined
          : 'shape';
    if (fault === 'characters') reply.code(400);
    if (fault) {
      const action = context.pageUrl('credentials');
      return interactions.send(
        reply,
        context,
        credentialsPage(frame, { action, back, switchTo, ssn: typed, fault }),
      );
    }
    const result = await letters.request({ ssn, address: request.ip, language: frame.t.language });
    request.log.info(
      { audit: 'credentials asked for', address: request.ip, ...result },
      'password letter requested',
    );
    return interactions.send(reply, context, credentialsSentPage(frame, { back, switchTo }));
  });
};
