import { passwordLength } from '@hofn/domain/password.ts';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { IdentityFaults } from '../faults.ts';
import type { Frame } from '../pages/layout.ts';
import { newPasswordEnd, newPasswordPage } from '../pages/new-password-page.ts';
import type { PasswordChange } from '../password/change.ts';
import { takeForms } from './form-bodies.ts';
import { typedText } from './opening.ts';

type Route = { Querystring: { key?: unknown; language?: unknown }; Body: Record<string, unknown> };

/**
 * Where the link of a letter leads (rule AUTH-10d). Opening it uses nothing up: programs that look at mails before their
 * reader follow links too.
 */
export const letterRoutes: FastifyPluginAsync<{
  change: PasswordChange;
  /** Of new passwords, each of which is hashed (rule HOLD-13). */
  limit: AddressLimit;
  faults: IdentityFaults;
  frameFor(...wishes: unknown[]): Frame;
  /** Where one signs in to the portal, by language. */
  portal(language: string): string;
}> = async (server, { change, limit, faults, frameFor, portal }) => {
  takeForms(server);

  const send = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', `${reply.getHeader('content-security-policy')};form-action 'self'`)
      .header('cache-control', 'no-store')
      // The key is in the address, which nobody else is to be told.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  const addressOf = (key: string, language: string) => `/password?${new URLSearchParams({ key, language })}`;
  const form = (reply: FastifyReply, frame: Frame, key: string, error?: string) => {
    const { language } = frame.t;
    const page = newPasswordPage(frame, {
      action: addressOf(key, language),
      switchTo: addressOf(key, language === 'is' ? 'en' : 'is'),
      ...(error !== undefined && { error }),
    });
    return send(reply, page, error === undefined ? 200 : 400);
  };
  const end = (reply: FastifyReply, frame: Frame, how: 'set' | 'gone') =>
    send(reply, newPasswordEnd(frame, how, portal(frame.t.language)), how === 'set' ? 200 : 410);

  server.get<Route>('/password', async ({ query }, reply) => {
    const frame = frameFor(query.language);
    const key = typedText(query.key);
    return (await change.holds(key)) ? form(reply, frame, key) : end(reply, frame, 'gone');
  });

  server.post<Route>('/password', async (request, reply) => {
    const { query, body } = request;
    const wait = await limit(request.ip);
    if (wait > 0) return faults.show(request, reply.header('retry-after', String(wait)), 'tooMany');
    const frame = frameFor(query.language);
    const key = typedText(query.key);
    const outcome = await change.change(key, typedText(body.password));
    if (outcome.ok) {
      request.log.info({ audit: 'password.changed', sub: outcome.sub, by: 'letter' }, 'password changed');
      return end(reply, frame, 'set');
    }
    if (outcome.why === 'passwordTokenExpired') return end(reply, frame, 'gone');
    return form(reply, frame, key, frame.t(`errorCode|${outcome.why}`, { max: passwordLength.max }));
  });
};
