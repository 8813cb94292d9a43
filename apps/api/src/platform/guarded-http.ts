import { lookup as lookUpName } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A network, as the first address and the length of the prefix. */
type Network = ReturnType<typeof ipaddr.parseCIDR>;

const network = (text: string): Network =>
  ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${isIP(text) === 6 ? 128 : 32}`);

/** A setting with addresses and networks, separated by commas. */
export const networksSetting = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((parts) => parts.every((part) => ipaddr.isValidCIDR(part) || isIP(part) !== 0), {
    error: 'must be addresses or networks as 10.1.0.0/16, separated by commas',
  });

/** Where clouds give their machines credentials; no setting opens them. */
const metadataNetworks = [
  '169.254.0.0/16',
  'fe80::/10',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
].map(network);

// What IANA has given out; an allow list, as new special networks appear outside it.
const globalIpv6 = network('2000::/3');

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));

/** Whether a request may go to an IP address: a public one, or one in `allowed` (rule CORE-9). */
export const mayReach = (address: string, allowed: readonly string[]): boolean => {
  if (isIP(address) === 0) return false;
  // An IPv4 address within IPv6 is judged as what it is.
  const parsed = ipaddr.process(address);
  if (isWithin(parsed, metadataNetworks)) return false;
  if (isWithin(parsed, allowed.map(network))) return true;
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isWithin(parsed, [globalIpv6]));
};

/** Why a request had no response, in a word for logs: it contains nothing of the request or the receiver. */
export class NoResponse extends Error {
  override name = 'NoResponse';
}

/** What is kept of a response. */
export type GuardedResponse = { status: number; retryAfter: string | undefined };

/** What is read of a response's body, so that its connection can be used again. */
const longestBody = 16 * 1024;
const longestBodyMs = 1_000;
const addressRefused = 'address not allowed';

/** Reads the rest of a response; a long or slow one ends the connection. */
const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > longestBody) response.destroy();
    });
    const cut = setTimeout(() => response.destroy(), longestBodyMs);
    response
      .once('error', () => {})
      .once('close', () => {
        clearTimeout(cut);
        resolve();
      });
  });

/**
 * Sends requests to addresses that others have chosen, and so only to public ones unless the setting allows more. The
 * addresses of a name are checked and then connected to, so that no second answer of its name server can lead elsewhere.
 * Redirects are not followed, and of the response only status and headers matter.
 * @param parts.networks networks that are allowed besides public ones
 * @param parts.lookup resolves names
 */
export const createGuardedHttp = ({
  networks,
  lookup = lookUpName,
}: {
  networks: readonly string[];
  lookup?: LookupFunction | typeof lookUpName;
}) => {
  const options = { keepAlive: true, maxFreeSockets: 2, timeout: 10_000 };
  const [agent, httpAgent] = [new Agent(options), new HttpAgent(options)];

  const guardedLookup: LookupFunction = (hostname, { all, ...rest }, callback) =>
    (lookup as LookupFunction)(hostname, { ...rest, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !mayReach(address, networks)))
        return callback(new NoResponse(addressRefused), '', 0);
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

  const postOnce = (
    url: URL,
    { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
  ): Promise<GuardedResponse> =>
    new Promise((resolve, reject) => {
      const isHttps = url.protocol === 'https:';
      const request = (isHttps ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: isHttps ? agent : httpAgent,
        lookup: guardedLookup,
        signal,
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        const wasClosedWhenIdle = request.reusedSocket && error.code === 'ECONNRESET';
        if (wasClosedWhenIdle && !signal.aborted)
          return postOnce(url, { headers, body, signal }).then(resolve, reject);
        reject(error);
      });
      request.once('response', (response) => {
        const { statusCode: status = 0 } = response;
        const answer = { status, retryAfter: response.headers['retry-after'] };
        // From here on a failure changes nothing: the receiver has answered.
        request.removeAllListeners('error').on('error', () => resolve(answer));
        void drain(response).then(() => resolve(answer));
      });
      request.end(body);
    });

  return {
    /**
     * Posts a body. @throws NoResponse when there is no response within `timeoutMs`; the reason of `signal` when it
     * was aborted
     */
    post: async (
      url: URL,
      request: { headers: Record<string, string>; body: string; timeoutMs: number; signal: AbortSignal },
    ): Promise<GuardedResponse> => {
      const { timeoutMs, signal, ...rest } = request;
      // Node does not resolve an address that is written as one, so `lookup` would not see it.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && !mayReach(host, networks)) throw new NoResponse(addressRefused);
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await postOnce(url, { ...rest, signal: AbortSignal.any([signal, timeout]) });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (timeout.aborted) throw new NoResponse('timeout', { cause: error });
        if (error instanceof NoResponse) throw error;
        throw new NoResponse((error as NodeJS.ErrnoException).code ?? 'no response', { cause: error });
      }
    },
    /** Closes connections kept for the next request. */
    close: () => {
      agent.destroy();
      httpAgent.destroy();
    },
  };
};
export type GuardedHttp = ReturnType<typeof createGuardedHttp>;
