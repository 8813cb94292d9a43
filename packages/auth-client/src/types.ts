/** Claims of the id token. */
export type Claims = {
  iss: string;
  sub: string;
  aud: string | string[];
  exp: number;
  iat: number;
  [claim: string]: unknown;
};

/** The signed-in user: the claims of the id token without protocol claims. */
export type AuthUser = { sub: string; [claim: string]: unknown };

/** The cached session (rule AUTH-18). `expires_in` is in seconds from the token response. */
export type AuthSession = {
  access_token: string;
  id_token: string;
  refresh_token?: string;
  expires_in: number;
  decodedToken: { claims: Claims; user: AuthUser };
  scope: string;
  audience: string;
  client_id: string;
};

/** Addresses of a provider that is not ours, from its discovery document. */
export type ProviderAddresses = {
  issuer: string;
  authorization: string;
  token: string;
  keys: string;
  /** Without one, a sign-out ends only the session here. */
  endSession?: string;
  /** Whether popups and frames get their response as a message (response mode web_message). */
  hasMessages: boolean;
};

/** Options of the client (rule AUTH-1). */
export type AuthOptions = {
  /** The identity provider: a host (https) or an origin. The issuer is the origin with a trailing slash. */
  domain: string;
  /** Instead of the addresses below the domain (rules AUTH-2a to AUTH-4); requests then follow the standards alone. */
  provider?: ProviderAddresses | undefined;
  clientId: string;
  audience: string;
  /** Resource indicator (RFC 8707), for a provider that issues access tokens by it. */
  resource?: string | undefined;
  /** Added to `openid profile email` (rule AUTH-17). */
  scope?: string;
  /** The provider's connection: customers and employees have separate ones. */
  connection?: string;
  /** `localstorage` shares the session between tabs; `memory` keeps it in this page (rule AUTH-7a). */
  cacheLocation?: 'memory' | 'localstorage';
  useRefreshTokens?: boolean;
  /** Redirect URI, exactly as registered with the provider. */
  redirectUri: string;
  /** Default 60 (rule AUTH-9a). */
  authorizeTimeoutInSeconds?: number;
  /** Tolerated clock difference in id token checks, in seconds; default 60 (rule AUTH-5). */
  leeway?: number;
  /** Maximum age of the sign-in, in seconds. */
  maxAge?: number;
};

export type LoginOptions = {
  /** Language of the sign-in pages: two letters, or a tag such as `is-IS`. */
  language?: string;
  /** Forces a new sign-in. */
  prompt?: 'login';
  /** First sign-in page: `credentials` requests a link to a new password. */
  screenHint?: 'credentials';
};

export type RedirectOptions = LoginOptions & {
  /** Returned by the callback. Together with the transaction it must fit in a cookie of 4096 bytes. */
  appState?: unknown;
  /** Replace the current history entry with the provider's page. */
  replace?: boolean;
};

export type TokenOptions = {
  /** Renew the token even if a valid one is cached. */
  ignoreCache?: boolean;
};

export type LogoutOptions = {
  /** Only clear the local session, not the provider's. */
  localOnly?: boolean;
  /** Also end the session at the provider's upstream provider. */
  federated?: boolean;
  /** A registered URL to return to. */
  returnTo?: string;
};

/** The browser's session with the identity provider. Every method throws `AuthError`. */
export type AuthClient = {
  /** Redirects to the provider; the callback returns `appState` unchanged. */
  loginWithRedirect(options?: RedirectOptions): Promise<void>;
  /** Handles the authorization response in a URL; default: the page's URL. */
  handleRedirectCallback(url?: string): Promise<{ appState: unknown }>;
  /** Signs in with a 400×600 popup. Must be called from a click, or the browser blocks the popup. */
  loginWithPopup(options?: LoginOptions): Promise<void>;
  /** Returns an access token from the cache, or renews it without user interaction (rule AUTH-8). */
  getTokenSilently(options?: TokenOptions): Promise<string>;
  /** The signed-in user according to the cache. */
  getUser(): AuthUser | undefined;
  /** Whether the cache has an unexpired session. */
  isAuthenticated(): boolean;
  /**
   * On page load, checks whether a user is signed in: renews a session this browser has had within the last day.
   * Returns false if an interactive login is needed; throws if the provider is unreachable.
   */
  checkSession(): Promise<boolean>;
  /** Calls the listener when another tab signs in, renews or signs out; returns a function that unsubscribes. */
  onChange(listener: (user: AuthUser | undefined) => void): () => void;
  /** Clears the local session, then redirects to the provider's logout unless `localOnly` (rule AUTH-11). */
  logout(options?: LogoutOptions): Promise<void>;
};
