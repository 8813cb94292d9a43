import { parse } from 'node:querystring';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { isLanguage } from '@hofn/texts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Connection } from '../accounts.ts';
import { type IdentityClient, originsOf } from '../clients.ts';
import { consentPage } from '../pages/consent-page.ts';
import type { Frame } from '../pages/layout.ts';
import { type Faults, signInPage } from '../pages/sign-in-page.ts';
import type { Passwords, Random } from '../passwords.ts';
import { connectionOf } from '../provider.ts';
import { endSession } from '../session.ts';
import { knownDevice, markDevice } from '../sign-in/known-device.ts';
import { signIn, storedName } from '../sign-in/sign-in.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export type InteractionParts = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  random: Random;
  clients: ReadonlyMap<string, IdentityClient>;
  /** The provider in force. */
  current(): Provider;
  frameFor(...wishes: unknown[]): Frame;
  audience: string;
  refreshDays: number;
  count(connection: Connection, outcome: string): void;
};

type Route = { Params: { uid: string }; Querystring: { language?: string }; Body: Record<string, unknown> };
type InteractionRequest = FastifyRequest<Route>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const faultsOf = (connection: Connection, name: string, password: string): Faults => ({
  ...(name === ''
    ? { name: 'missing' as const }
    : connection === 'customer' && !/^\d{10}$/.test(name) && { name: 'shape' as const }),
  ...(password === '' && { password: 'missing' as const }),
});

/**
 * The pages between a client's request and the answer to it: sign-in, and consent for clients that are not our own. The
 * interaction's cookie is SameSite=Lax and bound to its path, so that no other site can send these forms.
 */
export const interactionRoutes: FastifyPluginAsync<InteractionParts> = async (server, parts) => {
  const { current, clients, frameFor } = parts;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parse(String(body))),
  );

  /** What the page needs to know of the request that led to it. */
  const open = async (request: InteractionRequest, reply: FastifyReply) => {
    const interaction = await current().interactionDetails(request.raw, reply.raw);
    const { params } = interaction;
    const client = clients.get(text(params.client_id));
    const connection = client && connectionOf(client, params.connection);
    if (!client || !connection) throw new errors.SessionNotFound('the client is gone');
    const { language } = request.query;
    const frame = frameFor(isLanguage(text(language)) ? language : undefined, params.ui_locales);
    const path = `/interaction/${interaction.uid}`;
    const other = frame.t.language === 'is' ? 'en' : 'is';
    return {
      interaction,
      client,
      connection,
      frame,
      action: `${path}?language=${frame.t.language}`,
      switchTo: `${path}?language=${other}`,
    };
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  const send = (reply: FastifyReply, { client }: Opened, page: string) => {
    // Set here, where the client is known: the way from the form leads through redirects back to its pages.
    const policy = String(reply.raw.getHeader('content-security-policy'));
    return reply
      .header('content-security-policy', `${policy};form-action 'self' ${originsOf(client).join(' ')}`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page);
  };

  const sendSignIn = (
    reply: FastifyReply,
    opened: Opened,
    filled: { name?: string; faults?: Faults } = {},
  ) => {
    const { connection, frame, action, switchTo } = opened;
    const page = signInPage(frame, { connection, action, switchTo, ...filled });
    return send(reply, opened, page);
  };

  const sendConsent = (reply: FastifyReply, opened: Opened) => {
    const { interaction, client, frame, action, switchTo } = opened;
    const page = consentPage(frame, {
      client: client.client_name ?? client.client_id,
      scopes: text(interaction.params.scope).split(' '),
      api: interaction.params.audience === parts.audience,
      days: parts.refreshDays,
      action,
      switchTo,
    });
    return send(reply, opened, page);
  };

  const finish = async (
    request: InteractionRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
    mergeWithLastSubmission = false,
  ) => {
    const returnTo = await current().interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission,
    });
    return reply.redirect(returnTo, 303);
  };

  const submitSignIn = async (request: InteractionRequest, reply: FastifyReply, opened: Opened) => {
    const { connection, client } = opened;
    const typed = text(request.body.name);
    const password = text(request.body.password);
    const name = storedName(connection, typed);
    const faults = faultsOf(connection, name, password);
    if (faults.name || faults.password) return sendSignIn(reply, opened, { name: typed, faults });
    const { cookies } = current().createContext(request.raw, reply.raw);
    const outcome = await signIn(parts, {
      connection,
      name,
      password,
      address: request.ip,
      deviceOf: (sub) => knownDevice(cookies, sub),
    });
    const line = { connection, client: client.client_id, address: request.ip, method: 'password' };
    if (!outcome.signedIn) {
      const { reason, sub } = outcome;
      parts.count(connection, reason);
      request.log.warn({ audit: 'sign-in refused', ...line, reason, sub }, 'sign-in refused');
      return sendSignIn(reply, opened, { name: typed, faults: { both: true } });
    }
    parts.count(connection, 'signed in');
    markDevice(cookies, outcome.sub, parts.random);
    request.log.info({ audit: 'sign-in', ...line, sub: outcome.sub }, 'signed in');
    const { interaction } = opened;
    if (interaction.session?.accountId && interaction.session.accountId !== outcome.sub) {
      // Whoever was signed in before leaves nothing behind for the next.
      await endSession(current(), parts.db, request.raw, reply.raw);
      delete interaction.session;
      await interaction.persist();
    }
    return finish(request, reply, { login: { accountId: outcome.sub, amr: ['pwd'] } });
  };

  const submitConsent = async (request: InteractionRequest, reply: FastifyReply, opened: Opened) => {
    const { interaction, client } = opened;
    const { accountId } = interaction.session ?? {};
    if (request.body.answer !== 'allow' || !accountId) {
      return finish(request, reply, { error: 'access_denied', error_description: 'the customer declined' });
    }
    const grantId = await consent(current(), interaction, { clientId: client.client_id, accountId });
    request.log.info({ audit: 'consent', client: client.client_id, sub: accountId }, 'consent given');
    return finish(request, reply, { consent: { grantId } }, true);
  };

  server.get<Route>('/interaction/:uid', async (request, reply) => {
    const opened = await open(request, reply);
    return opened.interaction.prompt.name === 'consent'
      ? sendConsent(reply, opened)
      : sendSignIn(reply, opened);
  });

  server.post<Route>('/interaction/:uid', async (request, reply) => {
    const opened = await open(request, reply);
    return opened.interaction.prompt.name === 'consent'
      ? submitConsent(request, reply, opened)
      : submitSignIn(request, reply, opened);
  });
};

/** Stores what the customer allowed. */
const consent = async (
  provider: Provider,
  { grantId, prompt }: Interaction,
  who: { clientId: string; accountId: string },
): Promise<string> => {
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant(who);
  const { missingOIDCScope, missingResourceScopes } = prompt.details as {
    missingOIDCScope?: string[];
    missingResourceScopes?: Record<string, string[]>;
  };
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope);
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes);
  }
  return grant.save();
};
