import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import type { Connection } from '../accounts.ts';
import { consentPage } from '../pages/consent-page.ts';
import { type FieldErrors, signInPage } from '../pages/sign-in-page.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { rememberedPhone } from '../sign-in/remembered-phone.ts';
import { normalizeName, signIn } from '../sign-in/sign-in.ts';
import { credentialsRoutes } from './credentials.ts';
import { electronicIdRoutes } from './electronic-id.ts';
import { federationRoutes } from './federation.ts';
import { acceptFormsOnly, isUnstorable } from './forms-only.ts';
import {
  createInteractions,
  formText,
  type Interaction,
  type InteractionContext,
  type InteractionParts,
  type InteractionRequest,
  type InteractionRoute,
} from './interaction-context.ts';
import { passkeyRoutes } from './passkey.ts';

const validate = (
  request: InteractionRequest,
  connection: Connection,
  { name, password }: { name: string; password: string },
): FieldErrors => ({
  ...(isUnstorable(request, 'name')
    ? { name: 'characters' as const }
    : name === ''
      ? { name: 'missing' as const }
      : connection === 'customer' && !/^\d{10}$/.test(name) && { name: 'shape' as const }),
  ...(isUnstorable(request, 'password')
    ? { password: 'characters' as const }
    : password === '' && { password: 'missing' as const }),
});

/**
 * The pages between an authorization request and its response: sign-in, and consent for third-party clients. The
 * interaction cookie is SameSite=Lax and bound to its path, so that no other site can submit these forms.
 */
export const interactionRoutes: FastifyPluginAsync<InteractionParts> = async (server, parts) => {
  const { current } = parts;
  const interactions = createInteractions(parts);
  const { open, send, finish } = interactions;

  acceptFormsOnly(server);
  credentialsRoutes(server, { ...parts, interactions });
  const electronicId = electronicIdRoutes(server, { ...parts, interactions });
  const passkey = passkeyRoutes(server, { ...parts, interactions });
  const federated = federationRoutes(server, { interactions, federation: parts.federation });

  const sendSignIn = (
    reply: FastifyReply,
    context: InteractionContext,
    filled: { name?: string; faults?: FieldErrors } = {},
  ) => {
    const { connection, frame } = context;
    const page = signInPage(frame, {
      connection,
      action: context.pageUrl(),
      forgot: context.pageUrl('credentials'),
      // Without a way, the page is the one that the connection starts with.
      switchTo: context.switchTo(
        undefined,
        connection === 'customer' || parts.federation ? 'password' : undefined,
      ),
      urlOfWay: (way) => context.pageUrl(undefined, way),
      ...filled,
    });
    return send(reply, context, page);
  };

  const sendConsent = (reply: FastifyReply, context: InteractionContext) => {
    const { interaction, client, frame } = context;
    const page = consentPage(frame, {
      client: client.client_name ?? client.client_id,
      scopes: formText(interaction.params.scope).split(' '),
      api: interaction.params.audience === parts.audience,
      days: parts.refreshDays,
      action: context.pageUrl(),
      switchTo: context.switchTo(),
    });
    return send(reply, context, page);
  };

  const submitSignIn = async (
    request: InteractionRequest,
    reply: FastifyReply,
    context: InteractionContext,
  ) => {
    const { connection } = context;
    const typed = formText(request.body.name);
    const password = formText(request.body.password);
    const name = normalizeName(connection, typed);
    const errors = validate(request, connection, { name, password });
    if (errors.name === 'characters' || errors.password === 'characters') reply.code(400);
    if (errors.name || errors.password) return sendSignIn(reply, context, { name: typed, faults: errors });
    const { cookies } = current().createContext(request.raw, reply.raw);
    const outcome = await signIn(
      parts,
      {
        connection,
        name,
        password,
        address: request.ip,
        device: knownDevice(cookies),
      },
      parts.addressFailures,
    );
    if (!outcome.signedIn) {
      await interactions.logRefusal(request, context, { method: 'password', ...outcome });
      if (outcome.reason === 'address') {
        reply.code(429).header('retry-after', String(outcome.retryAfterSeconds));
        return sendSignIn(reply, context, { name: typed, faults: { tooMany: true } });
      }
      return sendSignIn(reply, context, { name: typed, faults: { both: true } });
    }
    if (connection === 'employee')
      return reply.redirect(await interactions.acceptPassword(context, outcome.sub), 303);
    return interactions.completeAndRedirect(request, reply, context, {
      sub: outcome.sub,
      method: 'password',
      amr: ['pwd'],
    });
  };

  const submitConsent = async (
    request: InteractionRequest,
    reply: FastifyReply,
    context: InteractionContext,
  ) => {
    const { interaction, client } = context;
    const { accountId } = interaction.session ?? {};
    if (request.body.answer !== 'allow' || !accountId) {
      return finish(request, reply, { error: 'access_denied', error_description: 'the customer declined' });
    }
    const grantId = await grantConsent(current(), interaction, { clientId: client.client_id, accountId });
    request.log.info({ audit: 'consent', client: client.client_id, sub: accountId }, 'consent given');
    return finish(request, reply, { consent: { grantId } }, true);
  };

  server.get<InteractionRoute>('/interaction/:uid', async (request, reply) => {
    const context = await open(request, reply);
    if (context.interaction.prompt.name === 'consent') return sendConsent(reply, context);
    if (wantsCredentialsPage(context, request.query))
      return reply.redirect(context.pageUrl('credentials'), 303);
    const isFederated = context.connection === 'employee' && parts.federation !== undefined;
    if (isFederated && (request.query.way === undefined || interactions.isElsewhere(context)))
      return federated.sendPage(reply, context);
    const { cookies } = current().createContext(request.raw, reply.raw);
    // A remembered phone number means that the last sign-in used it.
    const way = request.query.way ?? (rememberedPhone(cookies) === undefined ? 'password' : 'eid');
    if (way === 'passkey') return passkey.sendPage(reply, context);
    if (way === 'eid' || way === 'app') {
      const staff =
        context.connection === 'employee'
          ? await parts.firstFactors.find(context.interaction.uid)
          : undefined;
      if (context.connection === 'customer' || staff)
        return electronicId.sendForm(
          request,
          reply,
          { ...context, ...(staff && { staff }) },
          { method: way === 'app' ? 'app' : 'mobile' },
        );
    }
    return sendSignIn(reply, context);
  });

  server.post<InteractionRoute>('/interaction/:uid', async (request, reply) => {
    const context = await open(request, reply);
    if (context.interaction.prompt.name === 'consent') return submitConsent(request, reply, context);
    return interactions.isElsewhere(context)
      ? federated.sendPage(reply, context)
      : submitSignIn(request, reply, context);
  });
};

/** Whether the client asks for the credentials page first. Our own links set a language, so its back link still works. */
const wantsCredentialsPage = (
  { interaction, connection }: InteractionContext,
  query: InteractionRoute['Querystring'],
) =>
  connection === 'customer' &&
  interaction.params.screen_hint === 'credentials' &&
  query.language === undefined &&
  query.way === undefined;

/** Stores the scopes that the customer allowed. */
const grantConsent = async (
  provider: Provider,
  { grantId, prompt }: Interaction,
  owner: { clientId: string; accountId: string },
): Promise<string> => {
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant(owner);
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
