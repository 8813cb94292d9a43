import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import type { Connection } from '../accounts.ts';
import { consentPage } from '../pages/consent-page.ts';
import { type Faults, signInPage } from '../pages/sign-in-page.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { rememberedPhone } from '../sign-in/remembered-phone.ts';
import { signIn, storedName } from '../sign-in/sign-in.ts';
import { credentialsRoutes } from './credentials.ts';
import { electronicIdRoutes } from './electronic-id.ts';
import { takeForms } from './form-bodies.ts';
import {
  createOpening,
  type Interaction,
  type InteractionParts,
  type InteractionRequest,
  type InteractionRoute,
  type Opened,
  typedText,
} from './opening.ts';
import { passkeyRoutes } from './passkey.ts';

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
  const { current } = parts;
  const opening = createOpening(parts);
  const { open, send, finish } = opening;

  takeForms(server);
  credentialsRoutes(server, { ...parts, opening });
  const electronicId = electronicIdRoutes(server, { ...parts, opening });
  const passkey = passkeyRoutes(server, { ...parts, opening });

  const sendSignIn = (
    reply: FastifyReply,
    opened: Opened,
    filled: { name?: string; faults?: Faults } = {},
  ) => {
    const { connection, frame } = opened;
    const page = signInPage(frame, {
      connection,
      action: opened.at(),
      forgot: opened.at('credentials'),
      switchTo: opened.switchTo(undefined, connection === 'customer' ? 'password' : undefined),
      wayAt: (way) => opened.at(undefined, way),
      ...filled,
    });
    return send(reply, opened, page);
  };

  const sendConsent = (reply: FastifyReply, opened: Opened) => {
    const { interaction, client, frame } = opened;
    const page = consentPage(frame, {
      client: client.client_name ?? client.client_id,
      scopes: typedText(interaction.params.scope).split(' '),
      api: interaction.params.audience === parts.audience,
      days: parts.refreshDays,
      action: opened.at(),
      switchTo: opened.switchTo(),
    });
    return send(reply, opened, page);
  };

  const submitSignIn = async (request: InteractionRequest, reply: FastifyReply, opened: Opened) => {
    const { connection } = opened;
    const typed = typedText(request.body.name);
    const password = typedText(request.body.password);
    const name = storedName(connection, typed);
    const faults = faultsOf(connection, name, password);
    if (faults.name || faults.password) return sendSignIn(reply, opened, { name: typed, faults });
    const { cookies } = current().createContext(request.raw, reply.raw);
    const outcome = await signIn(parts, {
      connection,
      name,
      password,
      address: request.ip,
      device: knownDevice(cookies),
    });
    if (!outcome.signedIn) {
      opening.noteRefusal(request, opened, { method: 'password', ...outcome });
      if (outcome.reason === 'address') {
        reply.code(429).header('retry-after', String(outcome.retryAfterSeconds));
        return sendSignIn(reply, opened, { name: typed, faults: { tooMany: true } });
      }
      return sendSignIn(reply, opened, { name: typed, faults: { both: true } });
    }
    return opening.letIn(request, reply, opened, { sub: outcome.sub, method: 'password', amr: ['pwd'] });
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

  server.get<InteractionRoute>('/interaction/:uid', async (request, reply) => {
    const opened = await open(request, reply);
    if (opened.interaction.prompt.name === 'consent') return sendConsent(reply, opened);
    if (opensCredentials(opened, request.query)) return reply.redirect(opened.at('credentials'), 303);
    const { cookies } = current().createContext(request.raw, reply.raw);
    // Whoever had a phone number remembered here signed in by it.
    const wished = request.query.way ?? (rememberedPhone(cookies) === undefined ? 'password' : 'eid');
    if (opened.connection === 'customer' && (wished === 'eid' || wished === 'app'))
      return electronicId.sendForm(request, reply, opened, { method: wished === 'app' ? 'app' : 'mobile' });
    if (opened.connection === 'customer' && wished === 'passkey') return passkey.sendPage(reply, opened);
    return sendSignIn(reply, opened);
  });

  server.post<InteractionRoute>('/interaction/:uid', async (request, reply) => {
    const opened = await open(request, reply);
    return opened.interaction.prompt.name === 'consent'
      ? submitConsent(request, reply, opened)
      : submitSignIn(request, reply, opened);
  });
};

/** Whether the client wants the credentials page first. Our own links say a language, so the way back stays open. */
const opensCredentials = ({ interaction, connection }: Opened, query: InteractionRoute['Querystring']) =>
  connection === 'customer' &&
  interaction.params.screen_hint === 'credentials' &&
  query.language === undefined &&
  query.way === undefined;

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
