import { expect, test, vi } from 'vitest';
import { contentService } from './content-service.ts';

const origin = 'http://content.test';

/** `broken`: the connection breaks within the body. */
type Answer = { status?: number; body: unknown; broken?: boolean };

/** A service that returns each path's responses in turn, repeating the last. `asked` lists the requested addresses. */
const service = (answers: Record<string, Answer[]>) => {
  const asked: URL[] = [];
  const request: typeof fetch = async (address) => {
    const url = new URL(String(address));
    asked.push(url);
    const page = url.searchParams.get('page');
    const own = answers[page ? `${url.pathname} ${page}` : url.pathname] ?? [];
    const answer = own.length > 1 ? own.shift() : own[0];
    if (!answer) throw new TypeError('fetch failed');
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const cut = new ReadableStream({
      start: (body) => {
        body.enqueue(new TextEncoder().encode(text.slice(0, -1)));
        body.error(new TypeError('terminated'));
      },
    });
    return new Response(answer.broken ? cut : text || null, { status: answer.status ?? 200 });
  };
  const paused: number[] = [];
  const pause = async (ms: number) => void paused.push(ms);
  return { asked, paused, open: contentService(origin, { fetch: request, pause }) };
};

const root: Answer = { body: { refs: [{ id: 'master', ref: 'r1', isMasterRef: true }, { ref: 'draft' }] } };
const search = '/api/v2/documents/search';

const document = (lang: string, uid = 'about', data: Record<string, unknown> = {}) => ({
  type: 'generic',
  uid,
  lang,
  data: { page: uid, title: `${uid} 20 %`, body: [], law: [{ text: 'nr. 20/2020' }], ...data },
});
const page = (results: unknown[], total = 1): Answer => ({ body: { total_pages: total, results } });

test('CALL-5: every page of documents is requested with the first ref of the API root', async () => {
  const { asked, open } = service({
    '/api/v2': [root],
    [`${search} 1`]: [page([document('is'), document('en-gb')], 2)],
    [`${search} 2`]: [page([document('is', 'board'), document('en-gb', 'board'), document('fr')], 2)],
  });
  const { version, read } = await open();
  expect(version).toBe('http://content.test r1');
  const content = await read();
  expect(content.documents.map(({ uid, language }) => `${uid} ${language}`)).toEqual([
    'about is',
    'about en',
    'board is',
    'board en',
  ]);
  expect(content.document('generic', 'about', 'en').data).toMatchObject({
    title: 'about 20\u00a0%',
    law: ['nr.\u00a020/2020'],
  });
  expect(asked.slice(1).map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { ref: 'r1', lang: '*', pageSize: '100', page: '1' },
    { ref: 'r1', lang: '*', pageSize: '100', page: '2' },
  ]);
});

test('a document’s own paths are combined from both languages', async () => {
  const { open } = service({
    '/api/v2': [root],
    [`${search} 1`]: [
      page([document('is', 'x', { path: '/x-is' }), document('en-gb', 'x', { path: '/en/x' })]),
    ],
  });
  const content = await (await open()).read();
  expect(content.document('generic', 'x', 'is').path).toEqual({ is: '/x-is', en: '/en/x' });
  expect(content.document('generic', 'x', 'is').data).not.toHaveProperty('path');
});

test('LANG-10: the error names a page without its translation, and a link to a missing document', async () => {
  const link = { link_type: 'Document', id: 'gone', isBroken: true };
  const { open } = service({
    '/api/v2': [root],
    [`${search} 1`]: [page([document('is', 'alone', { board: [{ member: link }] })])],
  });
  const { read } = await open();
  await expect(read()).rejects.toThrow(
    'generic/alone (is) links to nothing at board[0].member\n  generic/alone (is) has no pair in en-gb',
  );
});

test('a busy or starting service is retried with growing delays', async () => {
  const { paused, open } = service({
    '/api/v2': [{ status: 503, body: '' }, { status: 503, body: '' }, root],
  });
  expect((await open()).version).toContain('r1');
  expect(paused).toEqual([250, 500]);
});

test('a response that breaks off is requested again', async () => {
  const { paused, open } = service({ '/api/v2': [{ ...root, broken: true }, root] });
  expect((await open()).version).toContain('r1');
  expect(paused).toEqual([250]);
});

test.each([
  ['down', {}, 'does not answer at http://content.test/api/v2'],
  [
    'breaking off',
    { '/api/v2': [{ ...root, broken: true }] },
    'does not answer at http://content.test/api/v2',
  ],
  ['failing', { '/api/v2': [{ status: 500, body: '' }] }, 'answered 500'],
  ['refusing', { '/api/v2': [{ status: 404, body: '' }] }, 'answered 404'],
  ['without content', { '/api/v2': [{ status: 204, body: '' }] }, 'is malformed'],
  ['answering a web page', { '/api/v2': [{ body: '<html>' }] }, 'is malformed'],
  ['without a reference', { '/api/v2': [{ body: { refs: [] } }] }, 'is malformed'],
] satisfies [string, Record<string, Answer[]>, string][])(
  'the error about a service that is %s names its address',
  async (_, answers, message) => {
    await expect(service(answers).open()).rejects.toThrow(message);
  },
);

test('a slow service times out with an error that names its address', async () => {
  const patience = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('too late', 'TimeoutError')));
  const slow: typeof fetch = async (_, init) => {
    init?.signal?.throwIfAborted();
    return Response.json({});
  };
  const open = contentService(origin, { fetch: slow, pause: async () => undefined });
  await expect(open()).rejects.toThrow('does not answer at http://content.test/api/v2');
  expect(patience.mock.calls.length).toBeGreaterThan(1);
  patience.mockRestore();
});
