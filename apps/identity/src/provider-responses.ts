import { loginPath } from '@hofn/contracts/login.ts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { kindOf } from './accounts.ts';
import { isOutage } from './error-pages.ts';
import type { Activity } from './security/activity.ts';
import { recordDevice } from './security/devices.ts';

/** How long a customer has to complete a sign-in. */
export const interactionSeconds = 60 * 60;

/** Renders an error page; `error` is an OAuth or OpenID Connect error code. */
export type RenderError = (ctx: KoaContextWithOIDC, error: string, cause: Error) => void;

/**
 * Also sets the interaction cookie on the path of the sign-in calls: the library sets it only on the interaction's own
 * pages. A browser has one such cookie, for the sign-in it started last.
 */
const shareInteractionCookie = (
  provider: Provider,
  ctx: Pick<KoaContextWithOIDC, 'cookies' | 'response'>,
  uid: string | undefined,
) => {
  // A web_message response has no location, contrary to the library's types.
  const location: string | undefined = ctx.response.get('location');
  if (uid === undefined || !location?.endsWith(`/interaction/${uid}`)) return;
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: loginPath,
    maxAge: interactionSeconds * 1000,
  } as const;
  // Don't overwrite: the cookie of the interaction's pages has the same name on another path.
  ctx.cookies.set(provider.cookieName('interaction'), uid, { ...options, overwrite: false });
};

const logRefusals = (provider: Provider, logger: Logger): void => {
  provider.on('grant.error', (ctx, error) => {
    const { client, route } = ctx.oidc;
    logger.info(
      { route, client: client?.clientId, error: error.message, why: error.error_detail },
      'refused',
    );
  });
  provider.on('grant.revoked', ({ oidc }) => {
    const { client, account, route } = oidc;
    logger.warn(
      { audit: 'tokens revoked', route, client: client?.clientId, sub: account?.accountId },
      'revoked',
    );
  });
};

/** Makes an outage 503 with a text for programs, and a refused refresh token the error that older clients expect. */
const rewriteErrorBody = (
  ctx: Pick<KoaContextWithOIDC, 'body' | 'status' | 'set'>,
  grantType: unknown,
  isDown: boolean,
): void => {
  const body = ctx.body as { error?: unknown; error_description?: string } | undefined;
  if (!body || typeof body !== 'object') return;
  if (body.error === 'server_error') {
    ctx.status = isDown ? 503 : 500;
    ctx.set('retry-after', '10');
    body.error_description = isDown
      ? 'the service cannot reach its database; try again in a few seconds'
      : 'the service failed; try again';
  }
  if (body.error === 'invalid_grant' && grantType === 'refresh_token') {
    body.error_description = 'unknown or invalid refresh token';
  }
};

/**
 * Adapts the provider's responses: an outage is 503, the error text is the one that makes older clients fall back to
 * silent sign-in in a frame, and failures are logged.
 */
export const addResponseMiddleware = (
  provider: Provider,
  {
    db,
    clock,
    logger,
    activity,
    renderError,
  }: { db: Db; clock: Clock; logger: Logger; activity: Activity; renderError: RenderError },
  shown: WeakSet<object>,
): void => {
  const failed = new WeakMap<object, Error>();
  const log = (error: Error) => logger.error({ err: error }, 'OpenID provider failed');
  provider.on('server_error', (ctx, error) => {
    failed.set(ctx.req, error);
    log(error);
  });
  const events: NodeJS.EventEmitter = provider;
  events.on('error', log);
  logRefusals(provider, logger);
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      log(cause);
      renderError(ctx as unknown as KoaContextWithOIDC, 'server_error', cause);
    }
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    shareInteractionCookie(provider, ctx, oidc?.entities?.Interaction?.uid);
    const { uid, accountId } = oidc?.session ?? {};
    if (oidc?.result?.login && uid && accountId)
      await recordDevice(db, { uid, accountId, userAgent: ctx.get('user-agent'), now: clock.now() });
    const used = oidc?.entities?.AccessToken ?? oidc?.entities?.AuthorizationCode;
    if (used?.sessionUid && used.accountId && kindOf(used.accountId) === 'employee' && ctx.status < 400)
      await activity.record({ uid: used.sessionUid, accountId: used.accountId, now: clock.now() });
    // The page only carries the message; with a 400 the console would show an error for each signed-out visitor.
    if (oidc?.params?.response_mode === 'web_message' && ctx.status === 400 && !shown.has(ctx.req)) {
      ctx.status = 200;
    }
    rewriteErrorBody(ctx, oidc?.params?.grant_type, isOutage(failed.get(ctx.req)));
  });
};
