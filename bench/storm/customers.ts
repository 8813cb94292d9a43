import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Upload } from '@hofn/contracts';
import { addDays, dayOf, systemClock } from '@hofn/domain';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { createAuthenticator } from '../../apps/identity/src/passkeys/testing.ts';
import { createVisitor, type Tokens, testOrigin } from '../../apps/identity/src/testing.ts';
import { type Api, createApi } from '../../apps/web/src/session/api.ts';
import { sendFile } from '../../apps/web/src/uploads/send-file.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Measure } from './measure.ts';

/** A customer who signs in, with their own network address. */
export type Person = { id: string; ssn: string; address: string };

/** An employee who answers chats: the link to set up how they sign in, and their network address. */
export type Agent = { link: URL; address: string };

export type StormServices = {
  api: string;
  identity: string;
  password: string;
  measure: Measure;
  acknowledged: Acknowledged;
  /** Photos that customers send in turn. */
  photos: readonly Blob[];
};

export const photosPerClaim = 3;

/** Signs a customer in through the sign-in page, starting over after a failure. */
const signIn = (
  { identity, password, measure }: StormServices,
  name: string,
  address: string,
): Promise<string | undefined> =>
  measure.retry('sign-in', async () => {
    const visitor = createVisitor({ url: identity }, 'hofn-web', 'node', { 'x-forwarded-for': address });
    const { access_token: token, error } = await visitor.tokens({ name, password });
    if (!token) throw new Error(`no token: ${error}`);
    return token;
  });

/** Tokens of staff last five minutes. */
const renewMs = 240_000;

/** Creates a passkey by an employee's link, and signs in with it. @returns the token, renewed until `stop` */
export const signInAgent = ({ identity, measure }: StormServices, { link, address }: Agent) =>
  measure.retry('sign-in', async () => {
    const visitor = createVisitor({ url: identity }, 'hofn-web', 'node', { 'x-forwarded-for': address });
    const key = createAuthenticator();
    const at = (page: string) => `${link.pathname}${page}${link.search}`;
    const challengeAt = async (path: string) =>
      ((await (await visitor.visit(path)).json()) as { challenge: string }).challenge;
    const created = key.create(await challengeAt(at('/passkey/options')), link.origin);
    await visitor.send(at('/passkey'), { credential: JSON.stringify(created) });
    const { page, transaction } = await visitor.openSignIn({ connection: 'employee' });
    const answer = key.get(await challengeAt(`${page}/passkey/options`), link.origin);
    const signedIn = await visitor.send(`${page}/passkey`, { credential: JSON.stringify(answer) });
    const code = (await visitor.followToClient(signedIn)).searchParams.get('code') ?? '';
    let tokens = (await (await visitor.redeem(code, transaction)).json()) as Tokens;
    if (!tokens.access_token) throw new Error(`no token: ${tokens.error}`);
    const timer = setInterval(async () => {
      const answer = await visitor.refresh(tokens.refresh_token);
      if (answer.ok) tokens = (await answer.json()) as Tokens;
    }, renewMs);
    return { token: () => tokens.access_token, stop: () => clearInterval(timer) };
  });

/** The browser's own API client. */
const createClient = ({ api }: StormServices, { id, address }: Person, token: string): Api =>
  createApi({
    base: async () => api,
    language: () => 'is',
    session: { token: async () => token, handleUnauthorized: async () => false },
    subject: () => id,
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: { ...(init?.headers as object), origin: testOrigin, 'x-forwarded-for': address },
      }),
  });

/** Reads five screens in sequence. */
export const readScreens = async ({ measure }: StormServices, client: Api): Promise<void> => {
  const screens = [
    () => client.get('/api/policy/v3/overview'),
    () => client.get('/api/account/v1'),
    () => client.get('/api/payment/v1/installmentsOverview'),
    () => client.get('/api/claim/v1'),
    () => client.get('/api/document/v1/edocuments'),
  ];
  for (const screen of screens) await measure.retry('read', async () => screen());
};

/**
 * Sends a photo as the browser does. Resolves once the service has received all of it; `checked` resolves once it has
 * been checked. @returns undefined if it was given up
 */
const sendPhoto = async (
  { measure, acknowledged }: StormServices,
  client: Api,
  draft: string,
  photo: Blob,
): Promise<{ checked: Promise<unknown> } | undefined> => {
  const began = performance.now();
  const received = Promise.withResolvers<boolean>();
  const onProgress = ({ id, state }: Upload) => {
    if (state === 'receiving' || acknowledged.photos.has(id)) return;
    acknowledged.photos.add(id);
    measure.add('photo sent', performance.now() - began);
    received.resolve(true);
  };
  const offer = { name: 'mynd.jpg', bytes: photo.size };
  const checked = sendFile(
    photo,
    {
      announce: (idempotencyKey) =>
        client.post('/api/claim/v1/drafts/{token}/attachments', {
          params: { token: draft },
          body: offer,
          idempotencyKey,
        }),
      read: (id) => client.get('/api/upload/v1/{id}', { params: { id } }),
      part: (id, offset, content) =>
        client.bytes('/api/upload/v1/{id}/content', content, { params: { id }, query: { offset } }),
    },
    { key: randomUUID(), onProgress, signal: new AbortController().signal, wait: (ms) => pause(ms) },
  ).then(
    ({ state }) => {
      if (state === 'clean') measure.add('photo checked', performance.now() - began);
      else measure.giveUp('photo checked', new Error(state));
    },
    (error: unknown) => {
      measure.giveUp('photo sent', error);
      received.resolve(false);
    },
  );
  return (await received.promise) ? { checked } : undefined;
};

const claimFormOf = ({ address }: Person) => ({
  ...emptyClaimForm,
  dateOfLoss: addDays(dayOf(systemClock.now()), -1),
  time: '19:42',
  place: 'Heima',
  causes: ['water'],
  description: `Lögn gaf sig í óveðrinu. (${address})`,
  email: `${address.replaceAll('.', '-')}@postur.example`,
  phone: '615 0001',
  details: { police: 'no' },
});

/**
 * Files a claim with three photos. Resolves once it is filed. @returns promises that resolve once the photos are
 * checked
 */
export const fileClaim = async (
  parts: StormServices,
  client: Api,
  person: Person,
): Promise<Promise<unknown>[]> => {
  const { measure, acknowledged, photos } = parts;
  const form = claimFormOf(person);
  const begin = { line: 'home' as const, form, step: 3 };
  const draftKey = randomUUID();
  const draft = await measure.retry('claim', () =>
    client.post('/api/claim/v1/drafts', { body: begin, idempotencyKey: draftKey }),
  );
  if (!draft) return [];
  const checks: Promise<unknown>[] = [];
  for (let photo = 0; photo < photosPerClaim; photo += 1) {
    const picture = photos[(acknowledged.photos.size + photo) % photos.length];
    const sent = picture && (await sendPhoto(parts, client, draft.token, picture));
    if (!sent) return checks;
    checks.push(sent.checked);
  }
  const key = randomUUID();
  const filed = await measure.retry('claim', () =>
    client.post('/api/claim/v1/claims', {
      body: { draft: draft.token, line: 'home', form, declaration: true },
      idempotencyKey: key,
    }),
  );
  if (filed) acknowledged.claims.set(filed.id, { customerId: person.id });
  return checks;
};

/** Pays the next instalment with the card on file. Does nothing without a card or an instalment to pay. */
export const pay = async (
  { measure, acknowledged }: StormServices,
  client: Api,
  { id: customerId }: Person,
): Promise<void> => {
  const status = await measure.retry('read', () => client.get('/api/payment/v1/installmentsOverview'));
  const [next] = (status?.items ?? []).filter(({ state }) => state !== 'paid' && state !== 'processing');
  if (!status?.card || status.card.expired || !next) return;
  const key = randomUUID();
  const payment = await measure.retry('payment', () =>
    client.post('/api/payment/v1/pay', {
      body: { installmentIds: [next.id], amount: next.total },
      idempotencyKey: key,
    }),
  );
  if (payment) acknowledged.payments.set(payment.id, { customerId, paid: payment.state === 'paid' });
};

/** Signs a customer in. @returns undefined if it was given up */
export const signInCustomer = async (
  parts: StormServices,
  person: Person,
): Promise<{ client: Api; token: string } | undefined> => {
  const token = await signIn(parts, person.ssn, person.address);
  return token === undefined ? undefined : { client: createClient(parts, person, token), token };
};
