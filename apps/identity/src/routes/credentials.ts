import type { FastifyInstance } from 'fastify';
import { credentialsPage, credentialsSentPage } from '../pages/credentials-page.ts';
import type { Letters } from '../password/letters.ts';
import { storedName } from '../sign-in/sign-in.ts';
import { type InteractionRoute, type Opening, typedText } from './opening.ts';

/** Asking for credentials from the sign-in page (rule AUTH-10d): the same answer whoever is asked for. */
export const credentialsRoutes = (
  server: FastifyInstance,
  { opening, letters }: { opening: Opening; letters: Letters },
): void => {
  const path = '/interaction/:uid/credentials';

  server.get<InteractionRoute>(path, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const [action, switchTo] = [opened.at('credentials'), opened.switchTo('credentials')];
    return opening.send(
      reply,
      opened,
      credentialsPage(opened.frame, { action, back: opened.at(), switchTo }),
    );
  });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const { frame } = opened;
    const [back, switchTo] = [opened.at(), opened.switchTo('credentials')];
    const typed = typedText(request.body.ssn);
    const ssn = storedName('customer', typed);
    const fault = ssn === '' ? 'missing' : /^\d{10}$/.test(ssn) ? undefined : 'shape';
    if (fault) {
      const action = opened.at('credentials');
      return opening.send(
        reply,
        opened,
        credentialsPage(frame, { action, back, switchTo, ssn: typed, fault }),
      );
    }
    const asked = await letters.ask({ ssn, address: request.ip, language: frame.t.language });
    request.log.info({ audit: 'credentials asked for', address: request.ip, ...asked }, 'asked');
    return opening.send(reply, opened, credentialsSentPage(frame, { back, switchTo }));
  });
};
