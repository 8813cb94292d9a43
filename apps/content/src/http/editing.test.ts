import type { Database } from '@hofn/database';
import { contentAudit } from '@hofn/database/schema/content.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningContent, startContent, tokens } from '../testing.ts';

type Saved = { id: string; version: number | null; release: string; ref: string };
type Problem = { status: number; errorCode: string; message: string; errors?: Record<string, string[]> };

const article = (changes: Record<string, unknown> = {}) => ({
  page: 'advice.ice',
  title: 'Hálka',
  category: 'Heimili',
  date: '2026-11-21',
  body: [{ type: 'paragraph', text: 'Sandaðu tröppurnar.', spans: [] }],
  ...changes,
});

describeEachEngine('the write API', (open) => {
  let database: Database;
  let content: RunningContent;
  beforeAll(async () => {
    database = await open();
    content = await startContent(database);
  });
  afterAll(() => content.stop());

  const create = async (uid: string, data: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const { status, body } = await content.write('POST', '/documents', {
      type: 'article',
      uid,
      lang: 'is',
      data,
      ...more,
    });
    expect(body.errors).toBeUndefined();
    expect(status).toBe(201);
    return body as Saved;
  };
  const publish = (release: string) => content.write('POST', `/releases/${release}/publication`);
  const titleOf = async (uid: string, ref?: string): Promise<string | null> => {
    const query = `{ article(uid: "${uid}", lang: "is") { title } }`;
    const { body } = await content.graphql(query, ref ? { 'prismic-ref': ref } : {});
    return (body.data as { article: { title: string } | null }).article?.title ?? null;
  };
  const idOf = async (type: string, uid: string, lang = 'is'): Promise<string> => {
    const { body } = await content.graphql(`{ ${type}(uid: "${uid}", lang: "${lang}") { _meta { id } } }`);
    return (body.data as Record<string, { _meta: { id: string } }>)[type]?._meta.id ?? '';
  };

  test.each([
    ['no token', {}, 401],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['the right token as another scheme', { authorization: `Token ${tokens.writer}` }, 401],
    ['a token that may only read', { authorization: `Bearer ${tokens.reader}` }, 403],
  ])('with %s nothing is written or revealed', async (_name, headers, status) => {
    const calls = [
      ['POST', '/documents'],
      ['POST', '/documents/x/drafts'],
      ['POST', '/documents/x/removal'],
      ['GET', '/documents/x/versions'],
      ['GET', '/documents/x/versions/1'],
      ['GET', '/releases'],
      ['GET', '/releases/x'],
      ['DELETE', '/releases/x'],
      ['POST', '/releases/x/publication'],
      ['GET', '/masters'],
      ['POST', '/masters/x/restoration'],
      ['GET', '/types'],
      ['GET', '/nothing-of-the-kind'],
    ] as const;
    for (const [method, path] of calls) {
      const answer = await content.write(method, path, method === 'POST' ? {} : undefined, headers);
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
  });

  test('PATH-18: a draft is visible only by its reference, never cached, and public once its release is', async () => {
    const before = await content.master();
    const draft = await create('ice', article());
    expect(await titleOf('ice')).toBeNull();
    expect(await titleOf('ice', draft.ref)).toBe('Hálka');
    const { headers } = await content.graphql('{ article(uid: "ice", lang: "is") { title } }', {}, draft.ref);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('etag')).toBeNull();
    expect(JSON.stringify((await content.get('/api/v2')).body)).not.toContain(draft.ref);

    const { status, body } = await publish(draft.release);
    expect(status).toBe(201);
    expect(body.ref).toBe(await content.master());
    expect(body.ref).not.toBe(before);
    expect(await titleOf('ice')).toBe('Hálka');
    expect(await titleOf('ice', before)).toBeNull();
    const after = await content.graphql('{ article(uid: "ice", lang: "is") { title } }', {}, draft.ref);
    expect(after.status).toBe(410);
    expect(after.body.message).toBe(`Ref has expired. Master ref is: ${body.ref}`);
  });

  test('PATH-18: the preview cookie shows the draft to requests without a reference, until the preview ends', async () => {
    const draft = await create('frost', article({ title: 'Frost' }));
    const readWithCookie = async (cookie: string) => {
      const { headers, body } = await content.graphql('{ article(uid: "frost", lang: "is") { title } }', {
        cookie,
      });
      return { cacheControl: headers.get('cache-control'), data: body.data };
    };
    const toolbar = encodeURIComponent(
      JSON.stringify({ _tracker: 'x', 'hofn.prismic.io': { preview: draft.ref } }),
    );
    for (const value of [draft.ref, toolbar]) {
      expect(await readWithCookie(`a=b; io.prismic.preview=${value}`)).toEqual({
        cacheControl: 'private, no-store',
        data: { article: { title: 'Frost' } },
      });
    }
    for (const value of ['nothing', '{broken', '%7B%22x%22%3A1%7D', '']) {
      expect((await readWithCookie(`io.prismic.preview=${value}`)).data).toEqual({ article: null });
    }
    const { body } = await content.graphql(
      '{ article(uid: "frost", lang: "is") { title } }',
      { cookie: `io.prismic.preview=${draft.ref}` },
      await content.master(),
    );
    expect(body.data).toEqual({ article: null });

    content.clock.advance(31 * 24);
    const expired = await content.graphql('{ article(uid: "frost", lang: "is") { title } }', {}, draft.ref);
    expect(expired.status).toBe(410);
    expect((await content.write('DELETE', `/releases/${draft.release}`)).status).toBe(204);
  });

  test('unknown and invalid fields are refused with their paths, in both languages', async () => {
    const data = {
      ...article(),
      fax: '560 5001',
      date: '2026-02-30',
      body: [{ type: 'paragraph', text: 'x', spans: [{ start: 0, end: 9, type: 'strong' }] }],
      related: [
        { title: 'x', page: 'y' },
        { title: 5, page: 'y', colour: 'red' },
      ],
    };
    const refuse = async (language: string) =>
      (
        await content.write(
          'POST',
          '/documents',
          { type: 'article', uid: 'bad', lang: 'is', data },
          { authorization: `Bearer ${tokens.writer}`, 'accept-language': language },
        )
      ).body as unknown as Problem;
    const english = await refuse('en');
    expect(english).toMatchObject({ status: 400, errorCode: 'validation' });
    expect(english.errors).toEqual({
      'data.fax': ['This document has no such field. Remove it.'],
      'data.date': ['This must be a day like 2026-11-21'],
      'data.body': ['This must be rich text: a list of blocks, each with its type and text'],
      'data.related[1].title': ['This must be text'],
      'data.related[1].colour': ['This document has no such field. Remove it.'],
    });
    expect((await refuse('is')).errors?.['data.date']).toEqual(['Hér á að vera dagur á forminu 2026-11-21']);
    expect(await idOf('article', 'bad')).toBe('');
  });

  test.each([
    ['an unknown type', { type: 'nothing', uid: 'x', lang: 'is', data: {} }, 400, 'type'],
    ['an unknown language', { type: 'article', uid: 'x', lang: 'fr', data: {} }, 400, 'lang'],
    [
      'a name that cannot stand in a query',
      { type: 'article', uid: 'a b', lang: 'is', data: {} },
      400,
      'uid',
    ],
    [
      'a field beside those of the call',
      { type: 'article', uid: 'x', lang: 'is', data: {}, extra: 1 },
      400,
      'extra',
    ],
    ['no data', { type: 'article', uid: 'x', lang: 'is' }, 400, 'data'],
    ['a name that is taken', { type: 'article', uid: 'candles', lang: 'is', data: article() }, 409, 'uid'],
    ['a second footer', { type: 'footer', uid: 'other', lang: 'is', data: {} }, 409, 'type'],
    [
      'a translation of nothing',
      { type: 'article', uid: 'x', lang: 'is', translationOf: 'no', data: {} },
      400,
      'translationOf',
    ],
    [
      'a release that is not open',
      { type: 'article', uid: 'x', lang: 'is', data: {}, release: 'no' },
      409,
      'release',
    ],
  ])('%s is refused, naming the field', async (_name, body, status, field) => {
    const answer = await content.write('POST', '/documents', body);
    expect(answer.status).toBe(status);
    expect(Object.keys((answer.body as unknown as Problem).errors ?? {})).toEqual([field]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  test('of two concurrent first documents of a single type, one succeeds', async () => {
    const front = (uid: string) =>
      content.write('POST', '/documents', { type: 'front', uid, lang: 'is', data: {} });
    const answers = await Promise.all([front('one'), front('two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('a body that is not JSON or too large is reported as such', async () => {
    const send = (body: string) =>
      fetch(`${content.url}/api/v1/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.writer}`, 'content-type': 'application/json' },
        body,
      });
    expect((await send('{"type":')).status).toBe(400);
    expect((await send(`{"type":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413);
  });

  test('a document with a missing field can be a draft, but not be published', async () => {
    const draft = await create('half', { title: 'Hálft' });
    const { status, body } = await publish(draft.release);
    expect(status).toBe(400);
    expect(Object.keys((body as unknown as Problem).errors ?? {})).toEqual([
      'article/half/is: page',
      'article/half/is: category',
      'article/half/is: date',
      'article/half/is: body',
    ]);
    expect(await titleOf('half')).toBeNull();
  });

  test('a document with a broken link is not published, and the error names document and link', async () => {
    const group = await idOf('group', 'vehicles');
    const link = (id: string) => ({ product: { link_type: 'Document', id } });
    const save = async (id: string, release?: string) =>
      (
        await content.write('POST', `/documents/${group}/drafts`, {
          data: { page: 'group.vehicles', title: 'Ökutæki', products: [link(id)] },
          ...(release && { release }),
        })
      ).body as Saved;
    const dead = await save('there-is-no-such');
    const refused = await publish(dead.release);
    expect(refused.status).toBe(400);
    expect((refused.body as unknown as Problem).errors).toEqual({
      'group/vehicles/is: products[0].product': [
        'Skjalið there-is-no-such er ekki birt. Birtu það líka eða taktu tengilinn út.',
      ],
    });

    const footer = await idOf('footer', 'footer');
    await save(footer, dead.release);
    expect(Object.values(((await publish(dead.release)).body as unknown as Problem).errors ?? {})).toEqual([
      ['Tengillinn á að vera í skjal af tegundinni product'],
    ]);

    const { body } = await content.write('POST', '/documents', {
      type: 'product',
      uid: 'caravan',
      lang: 'is',
      data: { page: 'product.caravan', title: 'Hjólhýsi' },
      release: dead.release,
    });
    await save(String(body.id), dead.release);
    expect((await publish(dead.release)).status).toBe(201);
  });

  test('a document can be removed only when no other links to it', async () => {
    const linked = (await content.write('POST', `/documents/${await idOf('product', 'kasko')}/removal`))
      .body as Saved;
    const refused = await publish(linked.release);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('product/windscreen/is');

    const candles = await idOf('article', 'candles');
    const free = (await content.write('POST', `/documents/${candles}/removal`)).body as Saved;
    expect(await titleOf('candles', free.ref)).toBeNull();
    expect(await titleOf('candles')).toBe('Kerti');
    expect((await publish(free.release)).status).toBe(201);
    expect(await titleOf('candles')).toBeNull();
  });

  test('of two concurrent publications of one release, one succeeds and the other is refused', async () => {
    const draft = await create('once', article({ title: 'Einu sinni' }));
    const answers = await Promise.all([
      publish(draft.release),
      publish(draft.release),
      publish(draft.release),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test('of two releases that change one document, the later is refused with the changed document', async () => {
    const first = await create('contested', article({ title: 'Fyrst' }));
    await publish(first.release);
    const save = async (title: string) =>
      (await content.write('POST', `/documents/${first.id}/drafts`, { data: article({ title }) }))
        .body as Saved;
    const [left, right] = [await save('Vinstri'), await save('Hægri')];
    const answers = await Promise.all([publish(left.release), publish(right.release)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ errors: { 'article/contested/is': [expect.any(String)] } });
    expect(['Vinstri', 'Hægri']).toContain(await titleOf('contested'));
    const lost = refused === answers[0] ? left : right;
    const { body } = await content.write('GET', `/releases/${lost.release}`);
    expect(body.drafts).toMatchObject([{ name: 'article/contested/is', overtaken: true }]);
  });

  test('releases of different documents can be published concurrently', async () => {
    const drafts = await Promise.all(
      ['north', 'south', 'east', 'west'].map((uid) => create(uid, article({ title: uid }))),
    );
    const answers = await Promise.all(drafts.map(({ release }) => publish(release)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.ref)).size).toBe(4);
    for (const uid of ['north', 'south', 'east', 'west']) expect(await titleOf(uid)).toBe(uid);
  });

  test('an editor who started from an older draft is refused', async () => {
    const draft = await create('shared', article());
    const save = (basedOn: number) =>
      content.write('POST', `/documents/${draft.id}/drafts`, {
        data: article(),
        release: draft.release,
        basedOn,
      });
    expect((await save(1)).status).toBe(201);
    const late = await save(1);
    expect(late.status).toBe(409);
    expect(Object.keys((late.body as unknown as Problem).errors ?? {})).toEqual(['basedOn']);
  });

  test('rolling back restores the content under a new reference', async () => {
    const draft = await create('tide', article({ title: 'Flóð' }));
    const high = String((await publish(draft.release)).body.ref);
    const { body } = await content.write('POST', `/documents/${draft.id}/drafts`, {
      data: article({ title: 'Fjara' }),
    });
    const added = await create('wave', article({ title: 'Alda' }), { release: String(body.release) });
    await publish(added.release);
    expect([await titleOf('tide'), await titleOf('wave')]).toEqual(['Fjara', 'Alda']);

    const back = await content.write('POST', `/masters/${high}/restoration`);
    expect(back.status).toBe(201);
    expect(back.body.ref).toBe(await content.master());
    expect(back.body.ref).not.toBe(high);
    expect([await titleOf('tide'), await titleOf('wave')]).toEqual(['Flóð', null]);
    expect((await content.write('POST', '/masters/nothing/restoration')).status).toBe(404);
    const { body: history } = await content.write('GET', '/masters?limit=1');
    expect(history.items).toMatchObject([
      { ref: back.body.ref, publishedBy: 'editor', restoredFrom: expect.any(Number) },
    ]);
  });

  test('every version is kept, with its author and whether it is public', async () => {
    const draft = await create('versions', article());
    await publish(draft.release);
    await content.write('POST', `/documents/${draft.id}/drafts`, { data: article({ title: 'Ný' }) });
    const { body } = await content.write('GET', `/documents/${draft.id}/versions`);
    expect(body.items).toMatchObject([
      { number: 2, author: 'editor', published: false },
      { number: 1, author: 'editor', published: true },
    ]);
    const { body: first } = await content.write('GET', `/documents/${draft.id}/versions/1`);
    expect(first.data).toMatchObject({ title: 'Hálka' });
    expect((await content.write('GET', '/documents/nothing/versions')).status).toBe(404);
    expect((await content.write('GET', `/documents/${draft.id}/versions/9`)).status).toBe(404);
  });

  test('each write is audited with its actor; a refused one leaves nothing', async () => {
    const rows = async () => database.db.select().from(contentAudit).orderBy(asc(contentAudit.id));
    const before = (await rows()).length;
    const draft = await create('audited', article());
    await content.write('POST', '/documents', { type: 'article', uid: 'audited', lang: 'is', data: {} });
    await publish(draft.release);
    await publish(draft.release);
    const added = (await rows()).slice(before);
    expect(added).toMatchObject([
      {
        actor: 'editor',
        action: 'document.save',
        documentId: draft.id,
        version: 1,
        releaseId: draft.release,
      },
      { actor: 'editor', action: 'master.publish', releaseId: draft.release },
    ]);
    expect(added.every(({ requestId }) => requestId !== null)).toBe(true);
  });

  test('a translation is found from the original document', async () => {
    const icelandic = await create('storm', article({ title: 'Óveður' }));
    await create('storm-warning', article({ title: 'Storm' }), {
      lang: 'en-gb',
      translationOf: icelandic.id,
      release: icelandic.release,
    });
    await publish(icelandic.release);
    const { body } = await content.graphql(
      '{ article(uid: "storm", lang: "is") { _meta { alternateLanguages { uid lang } } } }',
    );
    expect(body.data).toEqual({
      article: { _meta: { alternateLanguages: [{ uid: 'storm-warning', lang: 'en-gb' }] } },
    });
  });

  test('the declared types are listed, for an editor’s form', async () => {
    const { body } = await content.write('GET', '/types');
    const types = body.types as { id: string; fields: Record<string, { kind: string }> }[];
    expect(types.find(({ id }) => id === 'opening_hours')?.fields.timi?.kind).toBe('group');
  });
});
