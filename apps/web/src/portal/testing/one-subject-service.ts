/** Fake service of `one-subject.test.tsx`: each response names its subject, and is delivered when the test advances it. */

export const people = {
  anna: { ssn: '1402851489', fullName: 'Anna Prófdóttir' },
  felag: { ssn: '5001141499', fullName: 'Netagerðin Ísver ehf.' },
  birgir: { ssn: '0502791469', fullName: 'Birgir Prófsson' },
} as const;
export type Id = keyof typeof people;
export const ids = Object.keys(people) as Id[];
/** The signed-in user. */
export const own: Id = 'anna';

const isId = (id: string | null | undefined): id is Id => id !== null && ids.includes(id as Id);

/** The parts of the user information that the page reads. */
export const userOf = (id: Id) => ({
  id: own,
  ...people[own],
  currentProxyUser: {
    id,
    value: people[id].ssn,
    fullName: people[id].fullName,
    isCompany: id === 'felag',
    via: id === own ? 'self' : 'delegate',
    role: 'Full',
  },
  endedProxyUser: null,
});

type Call = {
  path: string;
  query: URLSearchParams;
  language: string | null;
  actingFor: string | null;
  isRead: boolean;
  body: { ssn?: string };
  isAborted: () => boolean;
  answer?: Response;
  deliver: (answer: Response) => void;
};

const userCalls = /^\/api\/user\/v1\/(info|login\/switchcustomer)$/;

/** Creates a service that works like `platform/caller.ts`: one subject per sign-in, and a header that must match it. */
export const createService = (reportFault: (what: string) => void) => {
  let calls: Call[] = [];
  const state: { chosen: Id; isReachable: boolean } = { chosen: own, isReachable: true };

  const respond = ({ path, query, language, actingFor, body }: Call): Response => {
    const isLost = actingFor !== null && actingFor !== own && actingFor !== state.chosen;
    const subject = isLost || actingFor === own ? own : state.chosen;
    if (path === '/api/user/v1/login/switchcustomer') {
      state.chosen = ids.find((id) => people[id].ssn === body.ssn) ?? own;
      return Response.json(userOf(state.chosen));
    }
    if (path === '/api/user/v1/info') return Response.json(userOf(subject));
    if (isLost) return Response.json({ errorCode: 'subjectChanged' }, { status: 409 });
    for (const name of ['search', 'cursor', 'q'] as const) {
      const value = query.get(name);
      if (value && !value.startsWith(subject)) reportFault(`${subject} received ${name} ${value}`);
    }
    if (path === '/api/search/v1') {
      const title = `${subject}: ${query.get('q')}`;
      return Response.json({
        items: [{ kind: 'policy', id: '1', title, detail: null, date: null, amount: null }],
      });
    }
    return Response.json({ of: subject, language, items: [], nextCursor: `${subject}-next` });
  };

  const pendingCalls = (): Call[] => calls.filter((call) => !call.isAborted());
  const advance = (call: Call): void => {
    if (!call.answer) {
      call.answer = respond(call);
      return;
    }
    calls = calls.filter((other) => other !== call);
    call.deliver(call.answer);
  };

  return {
    state,
    /** Reads that are still pending. */
    reads: () => pendingCalls().filter(({ isRead, path }) => isRead && !userCalls.test(path)),
    /** Processes the call at this queue position; advancing the same call again delivers its response. */
    advance: (at: number) => {
      const call = pendingCalls()[at % Math.max(1, pendingCalls().length)];
      if (call) advance(call);
    },
    isIdle: () => pendingCalls().length === 0,
    fetch: ((address: string, init: RequestInit = {}) => {
      if (!state.isReachable) return Promise.reject(new TypeError('Failed to fetch'));
      const { pathname: path, searchParams: query } = new URL(address, 'http://localhost');
      const headers = new Headers(init.headers);
      const actingFor = headers.get('acting-for');
      if (!userCalls.test(path) && !isId(actingFor)) reportFault(`${path} is sent without a subject`);
      return new Promise<Response>((resolve, reject) => {
        const { signal } = init;
        signal?.addEventListener('abort', () => reject(signal.reason));
        calls.push({
          path,
          query,
          actingFor,
          language: headers.get('accept-language'),
          isRead: init.method === 'GET',
          body: init.body ? JSON.parse(String(init.body)) : {},
          isAborted: () => signal?.aborted ?? false,
          deliver: resolve,
        });
      });
    }) as typeof fetch,
  };
};
export type Service = ReturnType<typeof createService>;
