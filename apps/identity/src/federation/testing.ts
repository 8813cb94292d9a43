import { freePort } from '@hofn/service/testing/free-port.ts';
import { createVisitor, people, startIdentity, type TestIdentity, type Visitor } from '../testing.ts';

/** Roles at the insurer's provider, and ours. */
const roleTable = 'service=service,admin=admin';
const clientSecret = 'a long random value that only these tests know';

/**
 * Two identity services: the product's, and a second one that plays the insurer's OpenID provider, with a database of its
 * own and Sigrún in it.
 */
export const startFederation = async (furtherSettings: Record<string, string> = {}) => {
  const port = await freePort();
  const insurer = await startIdentity({
    port,
    clients: [
      {
        client_id: 'hofn',
        client_secret: clientSecret,
        redirect_uris: ['http://localhost:8081/federation/callback'],
        logout_uris: ['http://localhost:8081/'],
        connections: ['employee'],
      },
    ],
  });
  const issuer = `http://localhost:${port}/`;
  const environment = {
    FEDERATION_ISSUER: issuer,
    FEDERATION_CLIENT_ID: 'hofn',
    FEDERATION_CLIENT_SECRET: clientSecret,
    FEDERATION_ROLES: roleTable,
    ...furtherSettings,
  };
  return { insurer, issuer, environment, identity: await startIdentity({ environment }) };
};

/** The URL that a response redirects to. */
export const locationOf = (response: Response): string => {
  const location = response.headers.get('location');
  if (!location) throw new Error(`no redirect, but status ${response.status}`);
  return location;
};

/** A browser with its cookies at both services. */
export const createEmployeeBrowser = ({
  identity,
  insurer,
}: {
  identity: TestIdentity;
  insurer: TestIdentity;
}): EmployeeBrowser => {
  const here = createVisitor(identity);
  const there = createVisitor(insurer, 'hofn');

  const signInThere = async (url: string): Promise<string> => {
    let location = locationOf(await there.visit(url));
    if (location.startsWith('/interaction/')) {
      const { username: name, password } = people.employee;
      await there.send(location, { name, password });
      location = locationOf(await there.confirmSignIn(location));
    }
    while (!location.includes('/federation/callback')) location = locationOf(await there.visit(location));
    return location;
  };
  const openThere = async (params: Record<string, string> = {}) => {
    const { page, transaction } = await here.openSignIn({ connection: 'employee', ...params });
    return { page, transaction, url: locationOf(await here.visit(`${page}/federated`)) };
  };
  const finish = async (callback: string): Promise<Response> =>
    here.visit(locationOf(await here.visit(callback)));

  return {
    here,
    there,
    openThere,
    signInThere,
    finish,
    signIn: async (params) => {
      const { url, transaction } = await openThere(params);
      const answer = await finish(await signInThere(url));
      if (answer.status !== 303) return { answer };
      const back = await here.followToClient(answer);
      const tokens = await here.redeem(back.searchParams.get('code') ?? '', transaction);
      return { answer, tokens: (await tokens.json()) as Awaited<ReturnType<Visitor['tokens']>> };
    },
  };
};

export type EmployeeBrowser = {
  here: Visitor;
  there: Visitor;
  /** Starts a staff sign-in here. @returns its page, and the URL at the insurer's provider */
  openThere(
    params?: Record<string, string>,
  ): Promise<{ page: string; url: string; transaction: ReturnType<Visitor['request']>['transaction'] }>;
  /** Signs Sigrún in at the insurer's provider, unless she is already. @returns the URL that it redirects to */
  signInThere(url: string): Promise<string>;
  /** Returns to the product. @returns its answer to the provider's response */
  finish(callback: string): Promise<Response>;
  /** All of it, with the tokens that the staff portal gets; none when the sign-in is refused. */
  signIn(
    params?: Record<string, string>,
  ): Promise<{ answer: Response; tokens?: Awaited<ReturnType<Visitor['tokens']>> }>;
};
