import type { FastifyInstance, FastifyReply } from 'fastify';
import { passkeyPage } from '../pages/passkey-page.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import {
  formText,
  type InteractionContext,
  type InteractionRoute,
  type Interactions,
} from './interaction-context.ts';

const path = '/interaction/:uid/passkey';

/** Parses JSON; undefined when it is malformed. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Signing in with a passkey (rule AUTH-10e): a challenge for this sign-in, and the authenticator's response. */
export const passkeyRoutes = (
  server: FastifyInstance,
  { interactions, passkeys }: { interactions: Interactions; passkeys: Passkeys },
) => {
  const sendPage = (reply: FastifyReply, context: InteractionContext, failed = false) =>
    interactions.send(
      reply,
      context,
      passkeyPage(context.frame, {
        action: context.pageUrl('passkey'),
        options: `${context.path}/passkey/options`,
        switchTo: context.switchTo(undefined, 'passkey'),
        urlOfWay: (way) => context.pageUrl(undefined, way),
        connection: context.connection,
        failed,
      }),
    );

  // Fetched when the button is pressed, so that the challenge has not expired on a page left open.
  server.get<InteractionRoute>(`${path}/options`, async (request, reply) => {
    const { interaction } = await interactions.openLogin(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .send(await passkeys.authenticationOptions(interaction.uid));
  });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const context = await interactions.openLogin(request, reply);
    const { interaction, connection } = context;
    const credential = parseJson(formText(request.body.credential));
    const sub = await passkeys.signIn(interaction.uid, connection, credential);
    if (sub !== undefined)
      return interactions.completeAndRedirect(request, reply, context, {
        sub,
        method: 'passkey',
        amr: ['pop', 'mfa'],
      });
    await interactions.logRefusal(request, context, { method: 'passkey', reason: 'wrong' });
    return sendPage(reply, context, true);
  });

  return { sendPage };
};
