import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { isLanguage } from '@hofn/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Connection } from '../accounts.ts';
import { type IdentityClient, originsOf } from '../clients.ts';
import type { Frame } from '../pages/layout.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { Letters } from '../password/letters.ts';
import type { Passwords, Random } from '../passwords.ts';
import { connectionOf } from '../provider.ts';
import { endSession } from '../session.ts';
import type { ElectronicId } from '../sign-in/electronic-id.ts';
import { markDevice } from '../sign-in/known-device.ts';

export type InteractionParts = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  random: Random;
  clients: ReadonlyMap<string, IdentityClient>;
  /** The provider in force. */
  current(): Provider;
  frameFor(...wishes: unknown[]): Frame;
  /** With a slash at the end. */
  issuer: string;
  audience: string;
  refreshDays: number;
  letters: Letters;
  electronicId: ElectronicId;
  passkeys: Passkeys;
  count(connection: Connection, outcome: string): void;
};

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export type InteractionRoute = {
  Params: { uid: string };
  Querystring: { language?: string; way?: string };
  Body: Record<string, unknown>;
};
export type InteractionRequest = FastifyRequest<InteractionRoute>;

/** A sign-in under way, and what its pages are made with. */
export type Opened = {
  interaction: Interaction;
  client: IdentityClient;
  connection: Connection;
  frame: Frame;
  /** Path of the interaction's own page. */
  path: string;
  /** The address of a page of this interaction, in the language that is read. */
  at(page?: string, way?: string): string;
  /** The same in the other language. */
  switchTo(page?: string, way?: string): string;
};

/** How somebody has shown who they are: `amr` is what tokens say of it (RFC 8176). */
export type SignedIn = { sub: string; method: 'password' | 'electronic-id' | 'passkey'; amr: string[] };

/** What was typed into a field of a form. */
export const typedText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Opens the sign-ins that a browser is in, and ends them. */
export const createOpening = (parts: InteractionParts) => {
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

  /** Signs an account in. @returns the address at which the browser goes on to its client */
  const settle = async (
    request: InteractionRequest,
    reply: FastifyReply,
    { interaction, client, connection }: Opened,
    { sub, method, amr }: SignedIn,
  ): Promise<string> => {
    parts.count(connection, 'signed in');
    const { cookies } = current().createContext(request.raw, reply.raw);
    markDevice(cookies, sub, parts.random);
    const line = { connection, client: client.client_id, address: request.ip, method };
    request.log.info({ audit: 'sign-in', ...line, sub }, 'signed in');
    if (interaction.session?.accountId && interaction.session.accountId !== sub) {
      // The session of the account that was signed in before must not pass to the next.
      await endSession(current(), parts.db, request.raw, reply.raw);
      delete interaction.session;
      await interaction.persist();
    }
    const login = { login: { accountId: sub, amr } };
    return current().interactionResult(request.raw, reply.raw, login, { mergeWithLastSubmission: false });
  };

  /** @throws SessionNotFound when the browser has not its cookie, or it is over */
  const open = async (request: InteractionRequest, reply: FastifyReply): Promise<Opened> => {
    const interaction = await current().interactionDetails(request.raw, reply.raw);
    const { params } = interaction;
    const client = clients.get(typedText(params.client_id));
    const connection = client && connectionOf(client, params.connection);
    if (!client || !connection) throw new errors.SessionNotFound('the client is gone');
    const { language } = request.query;
    const frame = frameFor(isLanguage(typedText(language)) ? language : undefined, params.ui_locales);
    const path = `/interaction/${interaction.uid}`;
    const other = frame.t.language === 'is' ? 'en' : 'is';
    const addressIn = (wanted: string) => (page?: string, way?: string) =>
      `${path}${page ? `/${page}` : ''}?${way ? `way=${way}&` : ''}language=${wanted}`;
    const [at, switchTo] = [addressIn(frame.t.language), addressIn(other)];
    return { interaction, client, connection, frame, path, at, switchTo };
  };

  return {
    finish,
    open,
    settle,

    /**
     * Opens a sign-in of a customer: by a password alone do others sign in.
     * @throws SessionNotFound also when it is another's, or nobody has to sign in
     */
    openForCustomer: async (request: InteractionRequest, reply: FastifyReply): Promise<Opened> => {
      const opened = await open(request, reply);
      if (opened.connection !== 'customer' || opened.interaction.prompt.name !== 'login')
        throw new errors.SessionNotFound('no sign-in of a customer');
      return opened;
    },

    send: (reply: FastifyReply, { client }: Opened, page: string) => {
      // Set here, where the client is known: the way from the form leads through redirects back to its pages.
      const policy = String(reply.raw.getHeader('content-security-policy'));
      return reply
        .header('content-security-policy', `${policy};form-action 'self' ${originsOf(client).join(' ')}`)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page);
    },

    /** Lets an account in, and the browser back to its client. */
    letIn: async (request: InteractionRequest, reply: FastifyReply, opened: Opened, who: SignedIn) =>
      reply.redirect(await settle(request, reply, opened, who), 303),

    /** Notes that somebody was not let in: why is for the log alone. */
    noteRefusal: (
      request: InteractionRequest,
      { client, connection }: Opened,
      { method, reason, sub }: { method: SignedIn['method']; reason: string; sub?: string | undefined },
    ) => {
      parts.count(connection, reason);
      const line = { connection, client: client.client_id, address: request.ip, method };
      request.log.warn({ audit: 'sign-in refused', ...line, reason, sub }, 'sign-in refused');
    },
  };
};
export type Opening = ReturnType<typeof createOpening>;
