import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { production } from './production.ts';
import { ofPartner, partnerUrl, publicUrl, secret } from './production-rules.ts';

/** Where the electronic ID is: on the phone's SIM card or in the app. */
export type EidMethod = 'mobile' | 'app';

/** Settings of every app that uses the electronic ID service. */
export const eidSettings = {
  EID_URL: z
    .url()
    .refine((url) => url.endsWith('/'), 'must end with a slash')
    .default('http://localhost:8084/sso/')
    .describe(
      'electronic ID service for signing documents and signing in, with a trailing slash; default: the sandbox',
    )
    .register(production, partnerUrl),
  EID_SERVICE: z.string().default('api_v202').describe('protocol version of the service'),
  EID_CLIENT_ID: z
    .string()
    .default('hofn')
    .describe('our client id with the service')
    .register(production, ofPartner),
  EID_CLIENT_SECRET: z
    .string()
    .default('')
    .describe('our client secret with the service')
    .register(production, secret()),
  EID_REDIRECT_URI: z
    .url()
    .default('http://localhost:8080/arsskyrsla/')
    .describe('redirect URI registered with the service; nobody is sent there')
    .register(production, publicUrl),
  EID_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    // Finishing makes three calls, including the time stamp service, within a request's limit of ten seconds.
    .max(3_000)
    .default(2_500)
    .describe('timeout for the service, and for the time stamp service'),
  EID_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(300)
    .default(90)
    .describe('seconds a user has to respond on the phone'),
};

export type EidSettings = z.output<z.ZodObject<typeof eidSettings>>;

/** A signing request to a phone or app. */
export type EidCall = {
  method: EidMethod;
  /** Seven digits of a phone, or a kennitala for the app. */
  called: string;
  /** Cut to the sixty characters that every phone shows. */
  message: string;
  /** SHA-256 of the data to sign. */
  sha256: Uint8Array;
};

/** State of a request; once confirmed, `reference` is the one to collect the signature with. */
export type EidState =
  | { state: 'waiting' }
  | { state: 'cancelled' | 'expired' }
  | { state: 'confirmed'; reference: string };

/** A signature over the hash (ContentInfo in DER), and the signer's kennitala according to the service. */
export type EidSignature = { ssn: string; cms: Uint8Array };

/** The service did not answer, or its answer was not understood. */
export class EidUnavailable extends Error {
  override name = 'EidSilent';
}

/** The service refused the request: there is no electronic ID, or its PIN is locked. */
export class EidRefused extends Error {
  override name = 'EidRefused';
  readonly code: 'eidNoCertificate' | 'eidPinLocked';
  constructor(code: EidRefused['code']) {
    super(code);
    this.code = code;
  }
}

/** Client of an electronic ID service. */
export type EidService = {
  /** Sends a request to a phone or app. @returns a reference for `state`. @throws EidSilent, EidRefused */
  call(request: EidCall): Promise<string>;
  /** @throws EidSilent */
  state(reference: string): Promise<EidState>;
  /** Fetches the signature; may be repeated. @throws EidSilent */
  collect(reference: string): Promise<EidSignature>;
};

type EidParts = {
  url: string;
  clientId: string;
  clientSecret: string;
  service: string;
  redirectUri: string;
  timeoutMs: number;
};

const callback = z.looseObject({
  type: z.string(),
  input: z.array(z.looseObject({ name: z.string().optional(), value: z.unknown() })).default([]),
});
const authentication = z.object({ authId: z.string().min(1), callbacks: z.array(callback) });
const completed = z.object({ tokenId: z.string().min(1) });
const refusal = z.object({ detail: z.object({ errorCode: z.string() }).optional() });
const token = z.object({ access_token: z.string().min(1) });
const userInfo = z.object({ nationalRegisterId: z.string().regex(/^\d{10}$/), signature: z.base64().min(1) });

/** Maximum message length that every phone shows. */
const longestMessage = 60;

/**
 * The four digits shown on the screen and on the phone: the last two bytes of the SHA-256 of the hash as a number,
 * modulo 10 000, zero-padded.
 */
export const challengeOf = (sha256: Uint8Array): string =>
  String(hash('sha256', sha256, 'buffer').readUInt16BE(30) % 10_000).padStart(4, '0');

const realm = 'realms/root/realms/audkenni';
const reasons: Record<string, EidRefused['code']> = { pinLocked: 'eidPinLocked' };

/**
 * HTTP client of the electronic ID service: callbacks are filled in and polled (access management), then the
 * authorization code flow with PKCE returns the signature in its user info.
 */
export const httpEid = (settings: EidParts): EidService => {
  const { url, clientId, clientSecret, service, redirectUri, timeoutMs } = settings;
  const address = (path: string) => new URL(path, url);
  const timeout = () => AbortSignal.timeout(timeoutMs);

  /** Turns every failure except a refusal into EidSilent. */
  const withEidErrors = async <Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask(timeout());
    } catch (error) {
      if (error instanceof EidRefused) throw error;
      throw new EidUnavailable('no usable answer from the electronic ID service', { cause: error });
    }
  };

  const authenticate = async (body: object, signal: AbortSignal): Promise<Response> => {
    const at = address(`json/${realm}/authenticate`);
    at.search = String(new URLSearchParams({ authIndexType: 'service', authIndexValue: service }));
    const answer = await fetch(at, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-api-version': 'resource=2.0,protocol=1.0',
      },
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    if (!answer.ok && answer.status !== 401) throw new Error(`status ${answer.status}`);
    return answer;
  };
  const reasonOf = async (answer: Response): Promise<string> => {
    const read = refusal.safeParse(await answer.json().catch(() => ({})));
    return read.data?.detail?.errorCode ?? '';
  };
  const expectJson = async <Body>(answer: Response, schema: z.ZodType<Body>): Promise<Body> => {
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return schema.parse(await answer.json());
  };

  return {
    call: ({ method, called, message, sha256 }) =>
      withEidErrors(async (signal) => {
        const form = await expectJson(await authenticate({}, signal), authentication);
        const values = [
          clientId,
          '',
          'Höfn tryggingar',
          called,
          message.slice(0, longestMessage),
          'false',
          'true',
          Buffer.from(sha256).toString('base64'),
          method === 'mobile' ? 'sim' : 'app',
        ];
        if (form.callbacks.length !== values.length) throw new Error('unknown callbacks');
        const callbacks = form.callbacks.map((field, n) => ({
          ...field,
          input: field.input.map((input) => ({ ...input, value: values[n] })),
        }));
        const answer = await authenticate({ authId: form.authId, callbacks }, signal);
        if (answer.status === 401)
          throw new EidRefused(reasons[await reasonOf(answer)] ?? 'eidNoCertificate');
        return JSON.stringify(await expectJson(answer, authentication));
      }),

    state: (reference) =>
      withEidErrors(async (signal) => {
        const answer = await authenticate(authentication.parse(JSON.parse(reference)), signal);
        if (answer.status === 401)
          return { state: (await reasonOf(answer)) === 'expired' ? 'expired' : 'cancelled' };
        const body = await expectJson(answer, z.union([completed, authentication]));
        return 'tokenId' in body ? { state: 'confirmed', reference: body.tokenId } : { state: 'waiting' };
      }),

    collect: (reference) =>
      withEidErrors(async (signal) => {
        const verifier = randomBytes(32).toString('base64url');
        const state = randomBytes(16).toString('base64url');
        const at = address(`oauth2/${realm}/authorize`);
        at.search = String(
          new URLSearchParams({
            service,
            client_id: clientId,
            response_type: 'code',
            scope: 'openid profile signature',
            redirect_uri: redirectUri,
            state,
            code_challenge: hash('sha256', verifier, 'base64url'),
            code_challenge_method: 'S256',
          }),
        );
        const redirect = await fetch(at, {
          headers: { cookie: `audssossotoken=${encodeURIComponent(reference)}` },
          signal,
          redirect: 'manual',
        });
        const back = new URL(redirect.headers.get('location') ?? '', redirectUri).searchParams;
        const code = back.get('code');
        if (redirect.status !== 302 || back.get('state') !== state || !code)
          throw new Error('no authorization code was returned');
        const exchanged = await fetch(address(`oauth2/${realm}/access_token`), {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            client_id: clientId,
            client_secret: clientSecret,
            code,
            code_verifier: verifier,
            redirect_uri: redirectUri,
          }),
          signal,
          redirect: 'error',
        });
        const { access_token: bearer } = await expectJson(exchanged, token);
        const userInfoResponse = await fetch(address(`oauth2/${realm}/userinfo`), {
          headers: { authorization: `Bearer ${bearer}` },
          signal,
          redirect: 'error',
        });
        const { nationalRegisterId: ssn, signature } = await expectJson(userInfoResponse, userInfo);
        return { ssn, cms: Buffer.from(signature, 'base64') };
      }),
  };
};

/** The configured electronic ID service. */
export const eidFromSettings = (settings: EidSettings): EidService =>
  httpEid({
    url: settings.EID_URL,
    clientId: settings.EID_CLIENT_ID,
    clientSecret: settings.EID_CLIENT_SECRET,
    service: settings.EID_SERVICE,
    redirectUri: settings.EID_REDIRECT_URI,
    timeoutMs: settings.EID_TIMEOUT_MS,
  });
