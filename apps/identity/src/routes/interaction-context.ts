import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { isLanguage } from '@hofn/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { type Connection, isStrong } from '../accounts.ts';
import { audit } from '../audit.ts';
import { type IdentityClient, originsOf } from '../clients.ts';
import type { FederatedSignIn } from '../federation/federated-sign-in.ts';
import type { Frame } from '../pages/layout.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { Letters } from '../password/letters.ts';
import type { Passwords, Random } from '../passwords.ts';
import { connectionOf } from '../provider.ts';
import { endSession } from '../session.ts';
import type { ElectronicId } from '../sign-in/electronic-id.ts';
import type { FirstFactor, FirstFactors } from '../sign-in/first-factor.ts';
import { markDevice } from '../sign-in/known-device.ts';

export type InteractionParts = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  random: Random;
  clients: ReadonlyMap<string, IdentityClient>;
  /** The current provider; it is replaced when keys rotate. */
  current(): Provider;
  frameFor(...languages: unknown[]): Frame;
  /** With a trailing slash. */
  issuer: string;
  audience: string;
  refreshDays: number;
  /** SIGN_IN_FAILURES */
  addressFailures: number;
  letters: Letters;
  electronicId: ElectronicId;
  passkeys: Passkeys;
  firstFactors: FirstFactors;
  /** Staff sign-in at the insurer's own OpenID provider, if there is one. */
  federation?: FederatedSignIn | undefined;
  count(connection: Connection, outcome: string): void;
};

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export type InteractionRoute = {
  Params: { uid: string };
  Querystring: { language?: string; way?: string };
  Body: Record<string, unknown>;
};
export type InteractionRequest = FastifyRequest<InteractionRoute>;

/** An open sign-in, with everything needed to render its pages. */
export type InteractionContext = {
  interaction: Interaction;
  client: IdentityClient;
  connection: Connection;
  frame: Frame;
  /** Path of the interaction's own page. */
  path: string;
  /** URL of a page of this interaction, in the current language. */
  pageUrl(page?: string, way?: string): string;
  /** URL of the same page in the other language. */
  switchTo(page?: string, way?: string): string;
};

/** A successful authentication; `amr` lists its methods in tokens (RFC 8176). */
export type Authentication = {
  sub: string;
  method: 'password' | 'electronic-id' | 'passkey' | 'federated';
  amr: string[];
};

/** Only what counts towards a limit, or needs an account at the insurer's provider, so that nobody can fill the audit. */
const recordedReasons = ['wrong', 'unknown', 'dismissed', 'noRole'];

/** The text of a form field; empty when it is missing or repeated. */
export const formText = (value: unknown): string => (typeof value === 'string' ? value : '');

const sendPage = (reply: FastifyReply, { client }: InteractionContext, page: string) => {
  // form-action needs the client's origins: submitting the form redirects back to its pages.
  const policy = String(reply.raw.getHeader('content-security-policy'));
  return reply
    .header('content-security-policy', `${policy};form-action 'self' ${originsOf(client).join(' ')}`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
};

/** Logs and counts a refused sign-in, and records those of staff (rule HOLD-14); the reason must not reach the browser. */
const createRefusalLog =
  (parts: InteractionParts) =>
  async (
    request: InteractionRequest,
    { client, connection }: InteractionContext,
    { method, reason, sub }: { method: Authentication['method']; reason: string; sub?: string | undefined },
  ): Promise<void> => {
    parts.count(connection, reason);
    const details = { connection, client: client.client_id, address: request.ip, method };
    request.log.warn({ audit: 'sign-in refused', ...details, reason, sub }, 'sign-in refused');
    if (connection === 'employee' && recordedReasons.includes(reason))
      await audit(parts.db, request, 'signIn.refused', { connection, sub, method, reason });
  };

/** Loads a browser's open interaction, and completes it. */
export const createInteractions = (parts: InteractionParts) => {
  const { current, clients, frameFor } = parts;

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

  /**
   * Signs an account in.
   * @returns the URL that leads the browser back to its client
   * @throws Error for staff with one factor (rule HOLD-11)
   */
  const completeSignIn = async (
    request: InteractionRequest,
    reply: FastifyReply,
    { interaction, client, connection }: InteractionContext,
    { sub, method, amr }: Authentication,
  ): Promise<string> => {
    if (connection === 'employee' && !isStrong(amr)) throw new Error('Staff need two factors to sign in');
    parts.count(connection, 'signed in');
    const { cookies } = current().createContext(request.raw, reply.raw);
    markDevice(cookies, sub, parts.random);
    const details = { connection, client: client.client_id, address: request.ip, method };
    await audit(parts.db, request, 'signIn', { connection, sub, method, client: client.client_id });
    request.log.info({ audit: 'sign-in', ...details, sub }, 'signed in');
    if (interaction.session?.accountId && interaction.session.accountId !== sub) {
      // The previous account's session must not pass to the new one.
      await endSession(current(), parts.db, request.raw, reply.raw);
      delete interaction.session;
      await interaction.persist();
    }
    const login = { login: { accountId: sub, amr } };
    return current().interactionResult(request.raw, reply.raw, login, { mergeWithLastSubmission: false });
  };

  /** @throws SessionNotFound when the cookie is missing or the interaction has expired */
  const open = async (request: InteractionRequest, reply: FastifyReply): Promise<InteractionContext> => {
    const interaction = await current().interactionDetails(request.raw, reply.raw);
    const { params } = interaction;
    const client = clients.get(formText(params.client_id));
    const connection = client && connectionOf(client, params.connection);
    if (!client || !connection) throw new errors.SessionNotFound('the client no longer exists');
    const { language } = request.query;
    const frame = frameFor(isLanguage(formText(language)) ? language : undefined, params.ui_locales);
    const path = `/interaction/${interaction.uid}`;
    const other = frame.t.language === 'is' ? 'en' : 'is';
    const urlIn = (language: string) => (page?: string, way?: string) =>
      `${path}${page ? `/${page}` : ''}?${way ? `way=${way}&` : ''}language=${language}`;
    const [pageUrl, switchTo] = [urlIn(frame.t.language), urlIn(other)];
    return { interaction, client, connection, frame, path, pageUrl, switchTo };
  };

  /**
   * Opens a sign-in, of any kind of account, wherever it is done.
   * @throws SessionNotFound also when the prompt is not a login
   */
  const openAnyLogin = async (request: InteractionRequest, reply: FastifyReply) => {
    const context = await open(request, reply);
    if (context.interaction.prompt.name !== 'login') throw new errors.SessionNotFound('not a sign-in');
    return context;
  };

  /** Whether this sign-in is done at the insurer's own OpenID provider only. */
  const isElsewhere = ({ connection }: Pick<InteractionContext, 'connection'>): boolean =>
    connection === 'employee' && parts.federation?.allowsLocal === false;

  /**
   * Opens a sign-in, of any kind of account, to be done here.
   * @throws SessionNotFound also when the prompt is not a login, or it is to be done elsewhere
   */
  const openLogin = async (request: InteractionRequest, reply: FastifyReply): Promise<InteractionContext> => {
    const context = await openAnyLogin(request, reply);
    if (isElsewhere(context)) throw new errors.SessionNotFound('staff sign in elsewhere');
    return context;
  };

  return {
    finish,
    open,

    /** Remembers that the password of staff was right. @returns URL of the page that asks for the second factor */
    acceptPassword: async ({ interaction, pageUrl }: InteractionContext, sub: string): Promise<string> => {
      await parts.firstFactors.put(interaction.uid, sub);
      const staff = await parts.firstFactors.find(interaction.uid);
      return pageUrl(undefined, staff?.ssn ? 'eid' : 'passkey');
    },

    completeSignIn,

    openLogin,
    openAnyLogin,
    isElsewhere,

    /**
     * Opens a sign-in by electronic ID: a customer's, or that of staff whose password was right.
     * @throws SessionNotFound for any other
     */
    openForElectronicId: async (
      request: InteractionRequest,
      reply: FastifyReply,
    ): Promise<InteractionContext & { staff?: FirstFactor }> => {
      const context = await openLogin(request, reply);
      if (context.connection === 'customer') return context;
      const staff = await parts.firstFactors.find(context.interaction.uid);
      if (!staff) throw new errors.SessionNotFound('no password was given');
      return { ...context, staff };
    },

    /**
     * Opens a customer's sign-in, for the methods that staff do not have.
     * @throws SessionNotFound also for a staff sign-in, or when the prompt is not a login
     */
    openForCustomer: async (request: InteractionRequest, reply: FastifyReply) => {
      const context = await openLogin(request, reply);
      if (context.connection !== 'customer') throw new errors.SessionNotFound('not a customer sign-in');
      return context;
    },

    send: sendPage,

    completeAndRedirect: async (
      request: InteractionRequest,
      reply: FastifyReply,
      context: InteractionContext,
      authentication: Authentication,
    ) => reply.redirect(await completeSignIn(request, reply, context, authentication), 303),

    logRefusal: createRefusalLog(parts),
  };
};
export type Interactions = ReturnType<typeof createInteractions>;
