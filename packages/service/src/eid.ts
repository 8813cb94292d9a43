import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What an electronic ID is on: the phone's SIM card, or the app. */
export type EidMethod = 'mobile' | 'app';

/** Settings of every app that asks an electronic ID service. */
export const eidSettings = {
  EID_URL: z
    .url()
    .refine((url) => url.endsWith('/'), 'must end with a slash')
    .default('http://localhost:8084/sso/')
    .describe(
      'electronic ID service that one signs documents and signs in with; by default the sandbox, with a slash at the end',
    ),
  EID_SERVICE: z.string().default('api_v202').describe('version of its protocol'),
  EID_CLIENT_ID: z.string().default('hofn').describe('who we are to it'),
  EID_CLIENT_SECRET: z.string().default('').describe('our secret to it'),
  EID_REDIRECT_URI: z
    .url()
    .default('http://localhost:8080/arsskyrsla/')
    .describe('address that is registered with it; nobody is sent there'),
  EID_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    // To finish asks thrice, the time stamp service among it, while a request waits, which has ten seconds.
    .max(3_000)
    .default(2_500)
    .describe('how long to wait for it, and for the time stamp service'),
  EID_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(300)
    .default(90)
    .describe('seconds that a phone has to answer'),
};

export type EidSettings = z.output<z.ZodObject<typeof eidSettings>>;

/** Whose phone or app is called, with what it shows and what it signs. */
export type EidCall = {
  method: EidMethod;
  /** Seven digits of a phone, or a kennitala for the app. */
  called: string;
  /** Cut to the sixty letters that every phone shows. */
  message: string;
  /** SHA-256 of what is signed. */
  sha256: Uint8Array;
};

/** Where a call stands; `reference` is what it is asked about by from then on. */
export type EidState =
  | { state: 'waiting' }
  | { state: 'cancelled' | 'expired' }
  | { state: 'confirmed'; reference: string };

/** A signature over the hash (ContentInfo in DER), and whose the service says that it is. */
export type EidSignature = { ssn: string; cms: Uint8Array };

/** The service did not answer, or not in words that we know. */
export class EidSilent extends Error {
  override name = 'EidSilent';
}

/** The service calls nobody: there is no electronic ID, or its PIN is locked. */
export class EidRefused extends Error {
  override name = 'EidRefused';
  readonly code: 'eidNoCertificate' | 'eidPinLocked';
  constructor(code: EidRefused['code']) {
    super(code);
    this.code = code;
  }
}

/** What we ask of an electronic ID service. */
export type EidService = {
  /** Calls a phone or an app. @returns the reference to ask by. @throws EidSilent, EidRefused */
  call(asked: EidCall): Promise<string>;
  /** @throws EidSilent */
  state(reference: string): Promise<EidState>;
  /** Fetches what was signed; may be asked again. @throws EidSilent */
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
const talk = z.object({ authId: z.string().min(1), callbacks: z.array(callback) });
const ended = z.object({ tokenId: z.string().min(1) });
const refusal = z.object({ detail: z.object({ errorCode: z.string() }).optional() });
const token = z.object({ access_token: z.string().min(1) });
const userInfo = z.object({ nationalRegisterId: z.string().regex(/^\d{10}$/), signature: z.base64().min(1) });

/** The longest message that every phone shows. */
const longestMessage = 60;

/**
 * The four digits that stand on the screen and on the phone: the last two bytes of the SHA-256 of the hash as a number,
 * modulo 10 000, with zeros in front.
 */
export const challengeOf = (sha256: Uint8Array): string =>
  String(hash('sha256', sha256, 'buffer').readUInt16BE(30) % 10_000).padStart(4, '0');

const realm = 'realms/root/realms/audkenni';
const reasons: Record<string, EidRefused['code']> = { pinLocked: 'eidPinLocked' };

/**
 * The electronic ID service over HTTP: callbacks that are filled in and polled (access management), and then the code
 * flow with PKCE, whose user info holds the signature.
 */
export const httpEid = (settings: EidParts): EidService => {
  const { url, clientId, clientSecret, service, redirectUri, timeoutMs } = settings;
  const address = (path: string) => new URL(path, url);
  const within = () => AbortSignal.timeout(timeoutMs);

  /** Whatever goes wrong on the way is silence; what was refused on purpose is told as such. */
  const heard = async <Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask(within());
    } catch (error) {
      if (error instanceof EidRefused) throw error;
      throw new EidSilent('no answer of the electronic ID service', { cause: error });
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
      heard(async (signal) => {
        const empty = await expectJson(await authenticate({}, signal), talk);
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
        if (empty.callbacks.length !== values.length) throw new Error('other callbacks than are known');
        const callbacks = empty.callbacks.map((one, n) => ({
          ...one,
          input: one.input.map((field) => ({ ...field, value: values[n] })),
        }));
        const answer = await authenticate({ authId: empty.authId, callbacks }, signal);
        if (answer.status === 401)
          throw new EidRefused(reasons[await reasonOf(answer)] ?? 'eidNoCertificate');
        return JSON.stringify(await expectJson(answer, talk));
      }),

    state: (reference) =>
      heard(async (signal) => {
        const answer = await authenticate(talk.parse(JSON.parse(reference)), signal);
        if (answer.status === 401)
          return { state: (await reasonOf(answer)) === 'expired' ? 'expired' : 'cancelled' };
        const body = await expectJson(answer, z.union([ended, talk]));
        return 'tokenId' in body ? { state: 'confirmed', reference: body.tokenId } : { state: 'waiting' };
      }),

    collect: (reference) =>
      heard(async (signal) => {
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
        const sent = await fetch(at, {
          headers: { cookie: `audssossotoken=${encodeURIComponent(reference)}` },
          signal,
          redirect: 'manual',
        });
        const back = new URL(sent.headers.get('location') ?? '', redirectUri).searchParams;
        const code = back.get('code');
        if (sent.status !== 302 || back.get('state') !== state || !code) throw new Error('no code came back');
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
        const told = await fetch(address(`oauth2/${realm}/userinfo`), {
          headers: { authorization: `Bearer ${bearer}` },
          signal,
          redirect: 'error',
        });
        const { nationalRegisterId: ssn, signature } = await expectJson(told, userInfo);
        return { ssn, cms: Buffer.from(signature, 'base64') };
      }),
  };
};

/** The service that the settings name. */
export const eidOf = (settings: EidSettings): EidService =>
  httpEid({
    url: settings.EID_URL,
    clientId: settings.EID_CLIENT_ID,
    clientSecret: settings.EID_CLIENT_SECRET,
    service: settings.EID_SERVICE,
    redirectUri: settings.EID_REDIRECT_URI,
    timeoutMs: settings.EID_TIMEOUT_MS,
  });
