import type { Database } from '@hofn/database';
import { describeWithDatabase, testDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedContent } from '../seed/seed.ts';
import { contentFolder, exampleFiles, type RunningContent, startContent, tokens } from '../testing.ts';

describeWithDatabase('the read protocol', (open) => {
  let content: RunningContent;
  let database: Database;
  beforeAll(async () => {
    database = await open();
    content = await startContent(database);
  });
  afterAll(() => content.stop());

  test('CALL-5: the first reference of the root, then footer and opening hours by GET with it, in both languages', async () => {
    const { body: root } = await content.get('/api/v2');
    const ref = (root.refs as { ref: string; isMasterRef: boolean }[])[0];
    expect(ref?.isMasterRef).toBe(true);
    const hours = [
      ['is', 'opnunartimi-sima-og-netspjalls', 'Sími og netspjall'],
      ['en-gb', 'tel-and-chat-opening-hours', 'Phone and live chat'],
    ] as const;
    for (const [lang, uid, name] of hours) {
      const query = `{ footer(uid: "footer", lang: "${lang}") { _meta { uid lang } phone }
        allOpening_hourss(lang: "${lang}", uids: ["${uid}"]) { totalCount edges { node { nafn } } } }`;
      const { status, body } = await content.graphql(query, {
        'Prismic-ref': ref?.ref ?? '',
        repository: 'hofn',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: {
          footer: { _meta: { uid: 'footer', lang }, phone: '560 5000' },
          allOpening_hourss: { totalCount: 1, edges: [{ node: { nafn: name } }] },
        },
      });
    }
  });

  test('LIFE-11: the emergency number of the setting is read wherever content has its placeholder', async () => {
    const phone = '+45 0000 0999';
    const folder = contentFolder(
      exampleFiles.map((file) => (file.type === 'footer' ? { ...file, phone: '{emergencyPhone}' } : file)),
    );
    const other = await startContent(await open(), { folder, settings: { CONTACT_PHONE_ABROAD: phone } });
    try {
      const { body } = await other.graphql('{ footer(uid: "footer", lang: "is") { phone } }');
      expect(body).toEqual({ data: { footer: { phone } } });
      const query = new URLSearchParams({ ref: await other.master(), q: '[[at(my.footer.uid,"footer")]]' });
      const found = await other.get(`/api/v2/documents/search?${query}`);
      expect(found.body.results).toMatchObject([{ data: { phone } }]);
    } finally {
      await other.stop();
    }
  });

  test('SITE-5: the footer has phone, e-mail, groups of links to documents and addresses, hours and buttons', async () => {
    const { body } = await content.graphql(`{ footer(uid: "footer", lang: "en-gb") {
      phone email
      linkGroups { categoryName links { title page link {
        _linkType
        ... on _Document { _meta { id uid type lang } }
        ... on _ExternalLink { url target }
      } } }
      openingHours { nafn timi { titill opnar lokar } }
      buttonLinks { title page }
    } }`);
    expect(body.errors).toBeUndefined();
    expect(body.data).toEqual({
      footer: {
        phone: '560 5000',
        email: 'hofn@hofn.example',
        linkGroups: [
          {
            categoryName: 'Insurance',
            links: [
              {
                title: 'Comprehensive motor',
                page: 'product.kasko',
                link: {
                  _linkType: 'Link.document',
                  _meta: {
                    id: expect.stringMatching(/^[\w-]{16}$/),
                    uid: 'kasko',
                    type: 'product',
                    lang: 'en-gb',
                  },
                },
              },
              { title: 'File a claim', page: 'fileClaim', link: null },
              {
                title: 'Met Office',
                page: null,
                link: { _linkType: 'Link.web', url: 'https://www.vedur.is', target: '_blank' },
              },
            ],
          },
        ],
        openingHours: [
          {
            nafn: 'Phone and live chat',
            timi: [
              { titill: 'Monday to Thursday', opnar: '09:00', lokar: '16:00' },
              { titill: 'Friday', opnar: '09:00', lokar: '15:30' },
            ],
          },
        ],
        buttonLinks: [{ title: 'Get a price', page: 'getPrice' }],
      },
    });
  });

  test('SITE-11: opening hours have a name and lines of title, opening and closing time, and their holidays', async () => {
    const { body } =
      await content.graphql(`{ opening_hours(uid: "opnunartimi-sima-og-netspjalls", lang: "is") {
      nafn timi { titill opnar lokar dagar { dagur } } holidays { dagur nafn opnar lokar }
      _meta { alternateLanguages { uid lang } } } }`);
    expect(body.data).toEqual({
      opening_hours: {
        nafn: 'Sími og netspjall',
        timi: [
          {
            titill: 'Mánudaga–fimmtudaga',
            opnar: '09:00',
            lokar: '16:00',
            dagar: [{ dagur: 1 }, { dagur: 2 }, { dagur: 3 }, { dagur: 4 }],
          },
          { titill: 'Föstudaga', opnar: '09:00', lokar: '15:30', dagar: [{ dagur: 5 }] },
        ],
        holidays: [{ dagur: '2026-12-25', nafn: 'Jóladagur', opnar: null, lokar: null }],
        _meta: { alternateLanguages: [{ uid: 'tel-and-chat-opening-hours', lang: 'en-gb' }] },
      },
    });
  });

  test('the root lists languages and types, and is cached for five seconds', async () => {
    const { body, headers } = await content.get('/api/v2');
    expect(body.languages).toEqual([
      { id: 'is', name: 'Íslenska', is_master: true },
      { id: 'en-gb', name: 'English', is_master: false },
    ]);
    expect(body).toMatchObject({
      types: { footer: 'Footer', opening_hours: 'Opening hours', product: 'Product' },
      bookmarks: {},
      integrationFieldsRef: null,
    });
    expect(body.refs).toHaveLength(1);
    expect(headers.get('cache-control')).toBe('public, max-age=5, stale-while-revalidate=30');
  });

  test('a response is cached forever with its reference in the URL, otherwise for a minute, an error never', async () => {
    const ref = await content.master();
    const query = '{ footer(uid: "footer", lang: "is") { phone } }';
    const pinned = await content.graphql(query, {}, ref);
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const current = await content.graphql(query, { 'prismic-ref': ref });
    expect(current.headers.get('cache-control')).toBe('public, max-age=60');
    expect(current.headers.get('vary')).toBe('Prismic-ref');
    expect((await content.graphql('{ nonsense }', {}, ref)).headers.get('cache-control')).toBe(
      'private, no-store',
    );
    expect((await content.graphql(query, {}, 'nothing')).headers.get('cache-control')).toBe('no-store');
  });

  test('a current copy is answered with 304', async () => {
    const first = await fetch(`${content.url}/api/v2`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await fetch(`${content.url}/api/v2`, {
      headers: { 'if-none-match': `W/"other", ${etag}` },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('pages of any origin may read, after a preflight', async () => {
    const preflight = await fetch(`${content.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.example.is', 'access-control-request-headers': 'prismic-ref' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, OPTIONS');
    for (const header of [
      'prismic-ref',
      'repository',
      'authorization',
      'content-type',
      'prismic-integration-field-ref',
    ]) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(header);
    }
    expect(preflight.headers.get('access-control-max-age')).toBe('86400');
    const failed = await content.get('/graphql?query={x}&ref=nothing');
    expect(failed.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('an unknown reference is 404, with the current one in the message', async () => {
    for (const path of [
      '/graphql?query={footer(uid:"footer",lang:"is"){phone}}&ref=nothing',
      '/api/v2/documents/search?ref=nothing',
    ]) {
      const { status, body } = await content.get(path);
      expect(status).toBe(404);
      expect(body.type).toBe('api_notfound_error');
      expect(body.message).toBe(`Ref not found. Master ref is: ${await content.master()}`);
    }
  });

  test('a header that differs from the URL is refused: caches would mix up references', async () => {
    const ref = await content.master();
    const { status } = await content.graphql(
      '{ footer(uid: "footer", lang: "is") { phone } }',
      { 'prismic-ref': 'other' },
      ref,
    );
    expect(status).toBe(400);
  });

  test('an unknown document is null, and an empty list', async () => {
    const { status, body } = await content.graphql(`{ product(uid: "nothing", lang: "is") { title }
      allProducts(uids: ["nothing"]) { totalCount pageInfo { hasNextPage endCursor } edges { node { title } } } }`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        product: null,
        allProducts: { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] },
      },
    });
  });

  test.each([
    ['a malformed query', '{ footer(', /Syntax Error/],
    ['an unknown field', '{ footer(uid: "footer", lang: "is") { fax } }', /Cannot query field "fax"/],
    ['no query', '', /query is missing/],
    ['a mutation', 'mutation { publish }', /Only queries are supported, not mutation/],
    ['a subscription', 'subscription { published }', /Only queries are supported, not subscription/],
    ['an unknown language', '{ allProducts(lang: "fr-fr") { totalCount } }', /Unknown language fr-fr/],
    ['a page of more than a hundred', '{ allProducts(first: 101) { totalCount } }', /from 1 to 100/],
    ['a cursor of another kind', '{ allProducts(after: "zzz") { totalCount } }', /Invalid cursor zzz/],
  ])('%s is reported in errors, with 200', async (_name, query, message) => {
    const { status, body } = await content.graphql(query);
    expect(status).toBe(200);
    expect((body.errors as { message: string }[])[0]?.message).toMatch(message);
  });

  test('a query over 8 KB is 414, one of 8 KB is answered', async () => {
    const query = '{ footer(uid: "footer", lang: "is") { phone } }';
    const ofLength = (length: number) => query + ' '.repeat(length - query.length);
    expect((await content.graphql(ofLength(8192))).status).toBe(200);
    expect((await content.graphql(ofLength(8193))).status).toBe(414);
    const ids = Array.from({ length: 600 }, () => '"abcdefghijklmnop"').join(',');
    expect((await content.get(`/api/v2/documents/search?q=[[in(document.id,[${ids}])]]`)).status).toBe(414);
  });

  test('a much longer query is 414 too, with a complete response', async () => {
    expect((await content.get(`/graphql?query=${'x'.repeat(40_000)}`)).status).toBe(414);
  });

  test('one query reads at most a thousand documents', async () => {
    const lists = Array.from(
      { length: 11 },
      (_, index) => `p${index}: allProducts(first: 100) { totalCount }`,
    );
    const { body } = await content.graphql(`{ ${lists.join(' ')} }`);
    expect((body.errors as { message: string }[])[0]?.message).toMatch(/1000 documents/);
    expect((await content.graphql(`{ ${lists.slice(1).join(' ')} }`)).body.errors).toBeUndefined();
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused', async (method) => {
    for (const path of ['/graphql', '/api/v2', '/api/v2/documents/search']) {
      const response = await fetch(`${content.url}${path}`, {
        method,
        body: '{"query":"{ footer { phone } }"}',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('links resolve to their targets, a batch in one statement', async () => {
    const { body } = await content.graphql(`{ group(uid: "vehicles", lang: "is") { products { product {
      ... on Product { title related { product { ... on Product { title } } } } } } } }`);
    expect(body).toEqual({
      data: {
        group: {
          products: [
            {
              product: {
                title: 'Kaskótrygging',
                related: [{ product: { title: 'Bílrúðutrygging' } }, { product: { title: 'Bílahjálp' } }],
              },
            },
            { product: { title: 'Bílrúðutrygging', related: [{ product: { title: 'Kaskótrygging' } }] } },
          ],
        },
      },
    });
  });

  test('a list is paged by cursor, ordered, and searched ignoring accents', async () => {
    const page = async (after: string) => {
      const { body } =
        await content.graphql(`{ allProducts(first: 2, sortBy: title_DESC ${after && `, after: "${after}"`}) {
        totalCount pageInfo { hasNextPage endCursor } edges { node { title } } } }`);
      return (
        body.data as {
          allProducts: {
            pageInfo: { hasNextPage: boolean; endCursor: string };
            totalCount: number;
            edges: { node: { title: string } }[];
          };
        }
      ).allProducts;
    };
    const first = await page('');
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const second = await page(first.pageInfo.endCursor);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect([...first.edges, ...second.edges].map(({ node }) => node.title)).toEqual([
      'Kaskótrygging',
      'Bílrúðutrygging',
      'Bílahjálp',
    ]);
    const { body } = await content.graphql(
      '{ allProducts(fulltext: "bilrudu trygging") { edges { node { title } } } }',
    );
    expect(body).toEqual({ data: { allProducts: { edges: [{ node: { title: 'Bílrúðutrygging' } }] } } });
  });

  test('variables and named operations work', async () => {
    const query = encodeURIComponent(
      'query Footer($lang: String!) { footer(uid: "footer", lang: $lang) { email } }',
    );
    const variables = encodeURIComponent('{"lang":"is"}');
    const { body } = await content.get(`/graphql?query=${query}&variables=${variables}&operationName=Footer`);
    expect(body).toEqual({ data: { footer: { email: 'hofn@hofn.example' } } });
    const { body: refused } = await content.get(`/graphql?query=${query}&variables=[1]`);
    expect(refused.errors).toMatchObject([{ message: 'variables must be a JSON object.' }]);
  });
});

describeWithDatabase('references over time', (open) => {
  test('an old reference still works for two days, then it is 410', async () => {
    const database = await open();
    const content = await startContent(database);
    const old = await content.master();
    const changed = exampleFiles.map((file) =>
      file.type === 'footer' ? { ...file, phone: '560 5001' } : file,
    );
    content.clock.advance(1);
    await seedContent(database.db, { folder: contentFolder(changed), clock: content.clock });
    const master = await content.master();
    expect(master).not.toBe(old);
    const query = '{ footer(uid: "footer", lang: "is") { phone } }';
    const phoneAt = async (ref: string) =>
      (await content.graphql(query, { 'prismic-ref': ref }, ref)).body.data;
    expect(await phoneAt(old)).toEqual({ footer: { phone: '560 5000' } });
    expect(await phoneAt(master)).toEqual({ footer: { phone: '560 5001' } });

    content.clock.advance(49);
    const { status, body } = await content.graphql(query, { 'prismic-ref': old }, old);
    expect(status).toBe(410);
    expect(body.message).toBe(`Ref has expired. Master ref is: ${master}`);
    await content.stop();
  });

  test('with the database down the service answers 503 with Retry-After and is not ready', async () => {
    const database = await open();
    const content = await startContent(database);
    await database.close();
    for (const path of ['/api/v2', '/graphql?query={x}', '/api/v2/documents/search']) {
      const { status, headers, body } = await content.get(path);
      expect(status, path).toBe(503);
      expect(headers.get('retry-after')).toBe('5');
      expect(JSON.stringify(body)).not.toMatch(/select|content_/);
    }
    expect((await content.get('/ready')).status).toBe(503);
    expect((await content.write('GET', '/masters')).body.errorCode).toBe('unavailable');
    await content.stop();
  });

  test('with configured origins, only their pages may read', async () => {
    const content = await startContent(await open(), {
      settings: { CONTENT_ORIGINS: ['https://www.hofn.example'] },
    });
    const from = async (origin: string) => (await content.get('/api/v2', { origin })).headers;
    expect((await from('https://www.hofn.example')).get('access-control-allow-origin')).toBe(
      'https://www.hofn.example',
    );
    expect((await from('https://elsewhere.example')).get('access-control-allow-origin')).toBeNull();
    expect((await from('https://elsewhere.example')).get('vary')).toBe('Origin');
    await content.stop();
  });

  test('before the first publication there is a reference to no content', async () => {
    const content = await startContent(await open(), { folder: contentFolder([]) });
    const ref = await content.master();
    expect(ref).not.toBe('');
    const { body } = await content.graphql('{ _allDocuments(lang: "*") { totalCount } }', {}, ref);
    expect(body).toEqual({ data: { _allDocuments: { totalCount: 0 } } });
    await content.stop();
  });
});

test('HOLD-13: reads are limited per address and IPv6 network; requests with a token are not counted', async () => {
  const database = await testDatabase();
  const content = await startContent(database, { settings: { RATE_READ: 3 } });
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${content.url}/api/v2`, {
      headers: { 'x-forwarded-for': address, ...headers },
    });
    return {
      status: answer.status,
      wait: Number(answer.headers.get('retry-after')),
      body: await answer.json(),
    };
  };
  for (let n = 0; n < 3; n += 1) expect((await read(`2001:db8:7:1::${n}`)).status).toBe(200);
  const refused = await read('2001:db8:7:1:ffff::1');
  expect(refused).toMatchObject({ status: 429, body: { type: 'api_limit_error' } });
  expect(refused.wait).toBeGreaterThan(0);
  expect((await read('2001:db8:7:2::1')).status).toBe(200);
  const authorization = `Token ${tokens.reader}`;
  expect((await read('2001:db8:7:1::1', { authorization })).status).toBe(200);
  await content.stop();
  await database.close();
});
