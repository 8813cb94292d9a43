import { describeWithDatabase } from '@hofn/database/testing.ts';
import { asHTML, createClient, filter } from '@prismicio/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningContent, startContent } from './testing.ts';

// The published @prismicio/client, configured only with the service's URL.
describeWithDatabase('@prismicio/client 7', (open) => {
  let content: RunningContent;
  const client = () => createClient('hofn', { documentAPIEndpoint: `${content.url}/api/v2` });
  beforeAll(async () => {
    content = await startContent(await open());
  });
  afterAll(() => content.stop());

  test('CALL-5: graphQLFetch looks up the reference and queries by GET', async () => {
    const query = `query {
      footer(uid: "footer", lang: "en-gb") {
        email
      }
    }`;
    const response = await client().graphQLFetch(`${content.url}/graphql?query=${encodeURIComponent(query)}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.json()).toEqual({ data: { footer: { email: 'hofn@hofn.example' } } });
  });

  test('getSingle, in either language', async () => {
    const footer = await client().getSingle('footer');
    expect(footer).toMatchObject({ uid: 'footer', type: 'footer', lang: 'is', url: null });
    expect(footer.data.linkGroups[0].links.map(({ link }: { link: unknown }) => link)).toEqual([
      expect.objectContaining({
        link_type: 'Document',
        uid: 'kasko',
        type: 'product',
        lang: 'is',
        isBroken: false,
      }),
      { link_type: 'Any' },
      { link_type: 'Web', url: 'https://www.vedur.is', target: '_blank' },
    ]);
    expect((await client().getSingle('footer', { lang: 'en-gb' })).data.linkGroups[0].categoryName).toBe(
      'Insurance',
    );
  });

  test('getByUID, and NotFoundError for an unknown uid', async () => {
    const product = await client().getByUID('product', 'kasko');
    expect(product.data.title).toBe('Kaskótrygging');
    expect(product.alternate_languages).toEqual([
      expect.objectContaining({ uid: 'kasko', lang: 'en-gb', type: 'product' }),
    ]);
    expect(new Date(product.first_publication_date).getTime()).toBe(Date.parse('2026-11-21T10:00:00Z'));
    await expect(client().getByUID('product', 'nothing')).rejects.toThrow('No documents were returned');
  });

  test('getByID, getByIDs and getAllByIDs', async () => {
    const { id } = await client().getByUID('product', 'kasko');
    expect((await client().getByID(id)).uid).toBe('kasko');
    expect((await client().getByIDs([id, 'nothing'])).total_results_size).toBe(1);
    expect(await client().getAllByIDs([id])).toHaveLength(1);
  });

  test('getAllByType reads every page, in both languages', async () => {
    const all = await client().getAllByType('product', { lang: '*', pageSize: 2 });
    expect(all.map(({ uid, lang }) => `${uid} ${lang}`)).toEqual([
      'kasko en-gb',
      'kasko is',
      'roadside en-gb',
      'roadside is',
      'windscreen en-gb',
      'windscreen is',
    ]);
  });

  test('filters, orderings and fields of linked documents', async () => {
    const uids = async (...filters: string[]) =>
      (await client().get({ filters: [filter.at('document.type', 'article'), ...filters] })).results.map(
        ({ uid }) => uid,
      );
    expect(await uids(filter.at('my.article.category', 'Heimili'))).toEqual(['candles']);
    expect(await uids(filter.not('my.article.category', 'Heimili'))).toEqual(['winterTyres']);
    expect(await uids(filter.any('my.article.uid', ['candles', 'nothing']))).toEqual(['candles']);
    expect(await uids(filter.dateAfter('my.article.date', '2026-11-01'))).toEqual(['candles']);
    expect(await uids(filter.dateBefore('my.article.date', new Date('2026-11-01')))).toEqual(['winterTyres']);
    expect(await uids(filter.dateBetween('my.article.date', '2026-10-15', '2026-10-16'))).toEqual([
      'winterTyres',
    ]);
    expect(await uids(filter.has('my.article.image'))).toEqual([]);
    expect(await uids(filter.missing('my.article.image'))).toHaveLength(2);
    expect(await uids(filter.fulltext('document', 'nagladekk'))).toEqual(['winterTyres']);
    expect(await uids(filter.dateBefore('document.first_publication_date', '2026-11-21'))).toEqual([]);

    const ordered = await client().getAllByType('article', {
      orderings: { field: 'my.article.date', direction: 'desc' },
    });
    expect(ordered.map(({ uid }) => uid)).toEqual(['candles', 'winterTyres']);

    const { id } = await client().getByUID('product', 'windscreen');
    const linking = await client().get({
      filters: [filter.at('my.group.products.product', id)],
      fetchLinks: ['product.title'],
    });
    expect(linking.results[0]?.data.products[1].product).toMatchObject({
      data: { title: 'Bílrúðutrygging' },
    });
  });

  test('rich text works with the client’s own helpers', async () => {
    const article = await client().getByUID('article', 'winterTyres');
    expect(asHTML(article.data.body)).toBe(
      '<h2>Skiptu í tæka tíð</h2><ul><li>Mynsturdýpt 3 mm</li></ul>' +
        '<p><span class="note">Nagladekk eru leyfð frá 1. nóvember.</span></p>',
    );
  });

  test('an invalid search throws ParsingError', async () => {
    await expect(client().get({ filters: ['[sounds.like(document.id)]'] })).rejects.toMatchObject({
      name: 'Error',
      message: expect.stringContaining('Unknown predicate sounds.like'),
    });
    await expect(client().getByUID('nothing', 'kasko')).rejects.toThrow('Unknown type nothing');
    await expect(client().get({ graphQuery: '{ product { title } }' })).rejects.toThrow(
      'graphQuery is not supported',
    );
    await expect(client().get({ lang: 'fr-fr' })).rejects.toThrow('Unknown language fr-fr');
  });

  test('an unknown reference is retried with the master named in the error', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const product = await client().getByUID('product', 'kasko', { ref: 'gone' });
    expect(product.uid).toBe('kasko');
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('Now retrying with the latest master ref'));
    warned.mockRestore();
  });

  test('PATH-18: a draft is visible only with its preview cookie', async () => {
    const product = await client().getByUID('product', 'kasko');
    const { body } = await content.write('POST', `/documents/${product.id}/drafts`, {
      data: { page: 'product.kasko', title: 'Drög' },
    });
    const previewing = client();
    previewing.enableAutoPreviewsFromReq({
      headers: { cookie: `theme=dark; io.prismic.preview=${body.ref}` },
    });
    expect((await previewing.getByUID('product', 'kasko')).data.title).toBe('Drög');
    expect((await client().getByUID('product', 'kasko')).data.title).toBe('Kaskótrygging');

    const entering = client();
    entering.enableAutoPreviewsFromReq({
      query: { token: String(body.ref), documentId: product.id },
      headers: {},
    });
    const url = await entering.resolvePreviewURL({ defaultURL: '/', linkResolver: ({ uid }) => `/${uid}` });
    expect(url).toBe('/kasko');
  });

  test('releases are listed with a token; a wrong token throws ForbiddenError', async () => {
    expect(await client().getReleases()).toEqual([]);
    const reader = createClient('hofn', {
      documentAPIEndpoint: `${content.url}/api/v2`,
      accessToken: 'reader-token-for-tests',
    });
    expect((await reader.getReleases()).map(({ label }) => label)).toEqual(['product/kasko/is']);
    const wrong = createClient('hofn', {
      documentAPIEndpoint: `${content.url}/api/v2`,
      accessToken: 'wrong',
    });
    await expect(wrong.getMasterRef()).rejects.toThrow('Unknown access token');
  });
});
