import { passwordLength } from '@hofn/domain/password.ts';
import type { AddressLimit } from '@hofn/service/address-limit.ts';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { audit } from '../audit.ts';
import type { ErrorPages } from '../error-pages.ts';
import type { Frame } from '../pages/layout.ts';
import { newPasswordEnd, newPasswordPage } from '../pages/new-password-page.ts';
import type { PasswordChange } from '../password/change.ts';
import { acceptFormsOnly, isUnstorable } from './forms-only.ts';
import { formText } from './interaction-context.ts';

type Route = { Querystring: { key?: unknown; language?: unknown }; Body: Record<string, unknown> };

export type NewPasswordParts = {
  change: PasswordChange;
  /** Limits new passwords by address, since each one is hashed (rule HOLD-13). */
  limit: AddressLimit;
  errorPages: ErrorPages;
  frameFor(...languages: unknown[]): Frame;
  /** URL of the portal in a language. */
  portal(language: string): string;
};

/**
 * The page behind the link in a password letter (rule AUTH-10d). GET must not consume the link: mail scanners follow
 * links too.
 */
export const newPasswordRoutes: FastifyPluginAsync<NewPasswordParts> = async (
  server,
  { change, limit, errorPages, frameFor, portal },
) => {
  acceptFormsOnly(server);

  const send = (reply: FastifyReply, page: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', `${reply.getHeader('content-security-policy')};form-action 'self'`)
      .header('cache-control', 'no-store')
      // The URL contains the key: don't leak it to linked sites.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  const urlOf = (key: string, language: string) => `/password?${new URLSearchParams({ key, language })}`;
  const sendForm = (reply: FastifyReply, frame: Frame, key: string, error?: string) => {
    const { language } = frame.t;
    const page = newPasswordPage(frame, {
      action: urlOf(key, language),
      switchTo: urlOf(key, language === 'is' ? 'en' : 'is'),
      ...(error !== undefined && { error }),
    });
    return send(reply, page, error === undefined ? 200 : 400);
  };
  const sendResult = (reply: FastifyReply, frame: Frame, how: 'set' | 'gone') =>
    send(reply, newPasswordEnd(frame, how, portal(frame.t.language)), how === 'set' ? 200 : 410);

  server.get<Route>('/password', async ({ query }, reply) => {
    const frame = frameFor(query.language);
    const key = formText(query.key);
    return (await change.isValid(key)) ? sendForm(reply, frame, key) : sendResult(reply, frame, 'gone');
  });

  server.post<Route>('/password', async (request, reply) => {
    const { query, body } = request;
    const wait = await limit(request.ip);
    if (wait > 0) return errorPages.send(request, reply.header('retry-after', String(wait)), 'tooMany');
    const frame = frameFor(query.language);
    const key = formText(query.key);
    if (isUnstorable(request, 'password')) return sendForm(reply, frame, key, frame.t('auth|characters'));
    const outcome = await change.change(key, formText(body.password), frame.t.language, (tx, sub) =>
      audit(tx, request, 'password.set', { sub, by: 'letter' }),
    );
    if (outcome.ok) {
      request.log.info({ audit: 'password.changed', sub: outcome.sub, by: 'letter' }, 'password changed');
      return sendResult(reply, frame, 'set');
    }
    if (outcome.reason === 'passwordTokenExpired') return sendResult(reply, frame, 'gone');
    return sendForm(reply, frame, key, frame.t(`errorCode|${outcome.reason}`, { max: passwordLength.max }));
  });
};
