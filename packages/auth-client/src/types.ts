/** Claims of the id token, as the provider signed them. */
export type Claims = {
  iss: string;
  sub: string;
  aud: string | string[];
  exp: number;
  iat: number;
  [claim: string]: unknown;
};

/** Who signed in: the claims of the id token that speak of the person, without those of the protocol. */
export type AuthUser = { sub: string; [claim: string]: unknown };

/** What a sign-in leaves in the cache (rule AUTH-18). `expires_in` is in seconds from the answer. */
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

/** How the product signs in (rule AUTH-1). */
export type AuthOptions = {
  /** The identity provider: a host, taken as https, or an origin. The issuer is this and a slash. */
  domain: string;
  clientId: string;
  audience: string;
  /** Added to `openid profile email` (rule AUTH-17). */
  scope?: string;
  /** Which way in the provider offers: customers and employees have each their own. */
  connection?: string;
  /** `localstorage` shares the session between tabs; `memory` keeps it in this page (rule AUTH-7a). */
  cacheLocation?: 'memory' | 'localstorage';
  useRefreshTokens?: boolean;
  /** Where the provider sends the answer of a redirect login; registered there, character for character. */
  redirectUri: string;
  /** 60 by default (rule AUTH-9a). */
  authorizeTimeoutInSeconds?: number;
  /** Clock difference that the checks of the id token allow; 60 by default (rule AUTH-5). */
  leeway?: number;
  /** Greatest age of the sign-in itself, in seconds. */
  maxAge?: number;
};

export type LoginOptions = {
  /** Two letters, or a tag such as `is-IS`; the sign-in pages open in it. */
  language?: string;
  /** Ask again although signed in. */
  prompt?: 'login';
  /** Where the sign-in pages open: `credentials` asks for a link to a new password. */
  screenHint?: 'credentials';
};

export type RedirectOptions = LoginOptions & {
  /** Given back by the callback. With the transaction around it, it must fit in a cookie of 4096 bytes. */
  appState?: unknown;
  /** Let the provider's page take this page's place in the history. */
  replace?: boolean;
};

export type TokenOptions = {
  /** Ask the provider although the cache has a token. */
  ignoreCache?: boolean;
};

export type LogoutOptions = {
  /** Forget here, and leave the session at the provider. */
  localOnly?: boolean;
  /** End the session at the provider's own upstream, too. */
  federated?: boolean;
  /** A registered address to come back to. */
  returnTo?: string;
};

/** The browser's session with the identity provider. Every method throws `AuthError`. */
export type AuthClient = {
  /** Leaves the page for the provider; `appState` comes back from the callback unchanged. */
  loginWithRedirect(options?: RedirectOptions): Promise<void>;
  /** Reads the provider's answer from the address, the page's own unless told. */
  handleRedirectCallback(url?: string): Promise<{ appState: unknown }>;
  /** Signs in within a window of 400×600. Must be called from a click, or the browser blocks the window. */
  loginWithPopup(options?: LoginOptions): Promise<void>;
  /** An access token: of the cache, or renewed without a word to the reader (rule AUTH-8). */
  getTokenSilently(options?: TokenOptions): Promise<string>;
  /** Who is signed in, as far as this browser knows without asking. */
  getUser(): AuthUser | undefined;
  /** Whether the cache has a session that has not run out. */
  isAuthenticated(): boolean;
  /**
   * Finds out at the start of a page whether someone is signed in: renews a session that this browser has had within
   * a day. False where only interactive login helps; throws where the provider cannot be asked.
   */
  checkSession(): Promise<boolean>;
  /** Calls back when another tab signs in, renews or signs out; returns what ends it. */
  onChange(listener: (user: AuthUser | undefined) => void): () => void;
  /** Clears the session here, then leaves for the provider's logout unless `localOnly` (rule AUTH-11). */
  logout(options?: LogoutOptions): Promise<void>;
};
