// The rules that settings schemas declare for production (rule HOLD-8), see `production.ts`.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import type { Problem, ProductionRule, RuleContext } from './production.ts';

const refused = (message: string): Problem => ({ message, isAllowedInDemo: false });
const onlyInDemo = (message: string): Problem => ({ message, isAllowedInDemo: true });
const missing = refused('is missing');

/** A rule for the value of a setting; without a value it is not applied. */
export const forbid = (
  problemOf: (value: unknown, context: RuleContext) => string | undefined,
): ProductionRule => ({
  problemOf: (value, context) => {
    const message = value === undefined ? undefined : problemOf(value, context);
    return message === undefined ? undefined : refused(message);
  },
});

/** The setting must be set: its default, or having none, is for development. */
export const required = (why?: string): ProductionRule => ({
  problemOf: (_value, { isGiven }) => (isGiven ? undefined : why ? refused(`is missing: ${why}`) : missing),
});

/** Not for any start in production, such as the setting that says that it is one. */
export const neverInProduction = (message: string): ProductionRule => ({
  problemOf: (value) => (value === 'production' ? refused(message) : undefined),
});

/** A switch that only a demo of the production layout may turn on. */
export const onlyForDemo = (message: string): ProductionRule => ({
  problemOf: (value) => (value === true ? onlyInDemo(message) : undefined),
});

/** This machine, as a host name of a URL. */
export const isLocalHost = (host: string): boolean =>
  host === '' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(host);

// Private networks (RFC 1918, 6598, 4193), names without a dot, and names that no public resolver knows.
const isPrivateHost = (host: string): boolean =>
  isLocalHost(host) ||
  (!host.includes('.') && !host.includes(':')) ||
  /\.(?:internal|local|svc)$/.test(host) ||
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd])/.test(
    host,
  );

// Reserved for documentation and tests (RFC 2606, 6761).
const isReserved = (host: string): boolean =>
  /(?:^|\.)(?:example|test|invalid|example\.(?:com|net|org))$/.test(host);

const isSandbox = (host: string): boolean => /(?:^|[.-])sandbox(?:[.-]|$)/.test(host);

const urlsOf = (value: unknown): URL[] =>
  (Array.isArray(value) ? value : [value]).flatMap((text) =>
    typeof text === 'string' && URL.canParse(text) ? [new URL(text)] : [],
  );

const addressRule = (problemOf: (url: URL) => string | undefined, isRequired = true): ProductionRule => ({
  problemOf: (value, { isGiven }) => {
    if (!isGiven) return isRequired ? missing : undefined;
    const message = urlsOf(value).map(problemOf).find(Boolean);
    return message ? onlyInDemo(message) : undefined;
  },
});

const outsideProblem = ({ protocol, hostname }: URL): string | undefined => {
  if (isLocalHost(hostname)) return 'is an address of this machine';
  if (isSandbox(hostname)) return 'is an address of a sandbox';
  if (isReserved(hostname)) return 'is an address reserved for tests and examples';
  return protocol === 'https:' || protocol === 'wss:' ? undefined : 'must be https';
};

/** The address of another company's service, whose default is the sandbox: https, and not on this machine. */
export const partnerUrl = addressRule(outsideProblem);

/** The same, for a service that may be left out. */
export const optionalPartnerUrl = addressRule(outsideProblem, false);

/** An address that browsers use, or a list of them: https, and not on this machine. */
export const publicUrl = addressRule(outsideProblem);

/** The same, for an address that may be left out. */
export const optionalPublicUrl = addressRule(outsideProblem, false);

const insideProblem = ({ protocol, hostname }: URL): string | undefined => {
  if (isSandbox(hostname)) return 'is an address of a sandbox';
  return protocol === 'https:' || isPrivateHost(hostname)
    ? undefined
    : 'must be https outside a private network';
};

/** Where our services reach each other: https, unless in a private network. */
export const internalUrl = addressRule(insideProblem);
export const optionalInternalUrl = addressRule(insideProblem, false);

/** The mail server: TLS and a password, unless it is on this machine. */
export const mailServer = addressRule((url) => {
  const { protocol, hostname, username, password, searchParams } = url;
  if (isSandbox(hostname)) return 'is an address of a sandbox';
  if (isLocalHost(hostname)) return undefined;
  if (protocol !== 'smtps:' && searchParams.get('requireTLS') !== 'true')
    return 'must be encrypted: smtps://, or smtp:// with ?requireTLS=true';
  return username && password ? undefined : 'must have a user and a password';
});

const mailAddressRule = (isRequired: boolean): ProductionRule => ({
  problemOf: (value, { isGiven }) => {
    if (!isGiven) return isRequired ? missing : undefined;
    const domain = /@([^>\s]+)/.exec(String(value))?.[1] ?? '';
    return isReserved(domain) ? onlyInDemo('is an address reserved for tests and examples') : undefined;
  },
});

/** An e-mail address that customers see. */
export const mailAddress = mailAddressRule(true);
export const optionalMailAddress = mailAddressRule(false);

/** A value that identifies us to a partner; the default is that of the sandbox. */
export const ofPartner: ProductionRule = {
  problemOf: (_value, { isGiven }) =>
    isGiven ? undefined : onlyInDemo('is missing: the default is the sandbox’s'),
};

const isWeak = (secret: string, least: number): string | undefined => {
  if (secret.length < least) return `must have at least ${least} characters`;
  if (/change.?me|password|secret|default|example/i.test(secret) || new Set(secret).size < 8)
    return 'can be guessed: generate a random one';
  return undefined;
};

const secretRule = (least: number, isRequired: boolean): ProductionRule => ({
  problemOf: (value, { isGiven }) => {
    if (!isGiven) return isRequired ? missing : undefined;
    const secrets: unknown[] = Array.isArray(value) ? value : [value];
    const message = secrets.map((secret) => isWeak(String(secret), least)).find(Boolean);
    return message ? refused(message) : undefined;
  },
});

/** A secret, or a list of them: long, and not one of those that people type. */
export const secret = (least = 16): ProductionRule => secretRule(least, true);
export const optionalSecret = (least = 16): ProductionRule => secretRule(least, false);
/** A secret for what another setting names: required with that one. */
export const secretWith = (name: string): ProductionRule => ({
  problemOf: (value, context) =>
    secretRule(16, context.settings[name] !== undefined).problemOf(value, context),
});

const databaseProblem = (value: unknown): Problem | undefined => {
  const [url] = urlsOf(value);
  if (!url) return undefined;
  const { hostname, searchParams, password } = url;
  if (password !== '' && isWeak(decodeURIComponent(password), 12))
    return refused('has a password that is short or can be guessed');
  // A path is that of a socket on this machine.
  const host = decodeURIComponent(searchParams.get('host') ?? hostname);
  if (isLocalHost(host) || host.startsWith('/')) return undefined;
  // With this parameter `require` accepts any certificate, as libpq does.
  const isLenient = searchParams.get('uselibpqcompat') === 'true';
  const mode = searchParams.get('sslmode') ?? '';
  const isEncrypted = /^verify-(?:ca|full)$/.test(mode) || (mode === 'require' && !isLenient);
  return isEncrypted ? undefined : onlyInDemo('must be encrypted: add sslmode=verify-full');
};

/** The database: encrypted, unless on this machine. */
export const databaseUrl: ProductionRule = {
  problemOf: (value, { settings }) => {
    if (value !== undefined) return databaseProblem(value);
    return settings.ALLOW_EMBEDDED_IN_PRODUCTION === true
      ? undefined
      : refused('is missing: the embedded database may lose the last writes when power fails');
  },
};
export const optionalDatabaseUrl: ProductionRule = { problemOf: databaseProblem };

// Wider networks contain machines other than proxies, which could then claim any address.
const fewestBits = { ipv4: 24, ipv6: 64 };
const isNarrow = (proxy: string): boolean => {
  if (proxy === 'loopback') return true;
  const [address = '', bits, ...rest] = proxy.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d+$/.test(bits) && Number(bits) >= (isIPv6(address) ? fewestBits.ipv6 : fewestBits.ipv4);
};

/** Addresses whose X-Forwarded-For is trusted. */
export const trustedProxies = forbid((value) =>
  Array.isArray(value) && value.every((proxy) => isNarrow(String(proxy)))
    ? undefined
    : `must name the proxies’ addresses, or networks of at least /${fewestBits.ipv4} (IPv6: /${fewestBits.ipv6})`,
);

const certificatesIn = (file: string): X509Certificate[] =>
  Array.from(
    readFileSync(file, 'utf8').matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g),
    ([pem]) => new X509Certificate(pem),
  );

/** A PEM file of authorities, which must not include the sandbox's. */
export const trustFile: ProductionRule = {
  problemOf: (value, { isGiven }) => {
    if (!isGiven) return missing;
    try {
      const authorities = certificatesIn(String(value));
      if (authorities.length === 0) return refused('names a file without certificates');
      // The sandbox calls its authorities “Prufurót Hafnar” and “Prufuskilríki Hafnar”.
      return authorities.some(({ subject }) => /^CN=Pruf/m.test(subject))
        ? onlyInDemo('trusts the sandbox’s authority, with which anybody can sign')
        : undefined;
    } catch {
      return refused('names a file that cannot be read, or has an invalid certificate');
    }
  },
};
