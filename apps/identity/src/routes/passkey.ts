import type { FastifyInstance, FastifyReply } from 'fastify';
import { passkeyPage } from '../pages/passkey-page.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { type InteractionRoute, type Opened, type Opening, typedText } from './opening.ts';

const path = '/interaction/:uid/passkey';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Signing in with a passkey (rule AUTH-10e): a challenge of this sign-in, and the key's answer to it. */
export const passkeyRoutes = (
  server: FastifyInstance,
  { opening, passkeys }: { opening: Opening; passkeys: Passkeys },
) => {
  const sendPage = (reply: FastifyReply, opened: Opened, failed = false) =>
    opening.send(
      reply,
      opened,
      passkeyPage(opened.frame, {
        action: opened.at('passkey'),
        options: `${opened.path}/passkey/options`,
        switchTo: opened.switchTo(undefined, 'passkey'),
        wayAt: (way) => opened.at(undefined, way),
        failed,
      }),
    );

  // The browser asks when the button is pressed: a page that stands open for long has no challenge that ran out.
  server.get<InteractionRoute>(`${path}/options`, async (request, reply) => {
    const { interaction } = await opening.openForCustomer(request, reply);
    return reply.header('cache-control', 'no-store').send(await passkeys.challenge(interaction.uid));
  });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const sub = await passkeys.signIn(opened.interaction.uid, parsed(typedText(request.body.credential)));
    if (sub !== undefined)
      return opening.letIn(request, reply, opened, { sub, method: 'passkey', amr: ['pop', 'mfa'] });
    opening.noteRefusal(request, opened, { method: 'passkey', reason: 'wrong' });
    return sendPage(reply, opened, true);
  });

  return { sendPage };
};
