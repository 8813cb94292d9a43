// Drafts of the content service, previewed on the site before publication.
import type { APIRequestContext } from '@playwright/test';
import { addresses, editorToken } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';

const site = addresses.site.replace(/\/$/, '');
const title = 'Kaskótrygging með meiru';

/** Calls the content service's write API as an editor. */
const callWriteApi = async (request: APIRequestContext, method: string, path: string, data?: unknown) => {
  const answer = await request.fetch(`${addresses.content}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${editorToken}` },
    ...(data !== undefined && { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
  return answer.status() === 204 ? {} : answer.json();
};

/** Drafts another title for a product. @returns the draft's release with its preview links */
const draftTitle = async (request: APIRequestContext) => {
  const root = await (await request.get(`${addresses.content}/api/v2`)).json();
  const master: string = root.refs[0].ref;
  const query = new URLSearchParams({ ref: master, q: '[[at(my.product.uid,"kasko")]]', lang: 'is' });
  const found = await (await request.get(`${addresses.content}/api/v2/documents/search?${query}`)).json();
  const id: string = found.results[0].id;
  const { items } = await callWriteApi(request, 'GET', `/documents/${id}/versions`);
  // The published version: a draft may be left from a failed attempt.
  const version: number = items.find((each: { published: boolean }) => each.published).number;
  const { data } = await callWriteApi(request, 'GET', `/documents/${id}/versions/${version}`);
  const { release } = await callWriteApi(request, 'POST', `/documents/${id}/drafts`, {
    data: { ...data, title },
    basedOn: version,
  });
  const { items: releases } = await callWriteApi(request, 'GET', '/releases');
  const fullRelease = releases.find((each: { id: string }) => each.id === release);
  const { drafts } = await callWriteApi(request, 'GET', `/releases/${release}`);
  const ref: string = fullRelease.ref;
  return { release, master, ref, listLink: fullRelease.preview, pageLink: drafts[0].preview };
};

test.describe('a draft', () => {
  test.use({ expectedMessages: [/404 \(Not Found\)/] });

  test('PATH-18, PATH-14: an editor sees a draft in the page’s own template through its reference alone; it is neither cached nor indexed', async ({
    page,
    request,
  }) => {
    const draft = await draftTitle(request);
    const draftAddress = `${site}/drog/${draft.ref}/tryggingar/kaskotrygging`;

    const answer = await page.goto(draft.pageLink);
    await expect(page).toHaveURL(draftAddress);
    expect(answer?.headers()['cache-control']).toBe('private, no-store');
    expect(answer?.headers()['x-robots-tag']).toContain('noindex');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).toHaveAttribute('data-live', '');
    await expectValidScreen(page, { language: 'is', heading: title });
    await expect(page.getByText('Drög sem hafa ekki verið birt')).toBeVisible();

    await page.getByRole('link', { name: 'Sjá síðuna eins og hún er núna' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kaskótrygging');
    await expect(page).toHaveURL(`${site}/tryggingar/kaskotrygging`);

    await page.goto(draft.listLink);
    await expect(page).toHaveURL(`${site}/drog/${draft.ref}`);
    await expectValidScreen(page, { language: 'is', heading: 'Drög' });
    await page.locator('main').getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(draftAddress);

    // Without a reference, with a wrong one, with that of published content, and with this one after it has ended.
    const refused = async (address: string) => {
      const response = await request.get(address, { maxRedirects: 0 });
      expect(response.status(), address).toBe(404);
      expect(response.headers()['cache-control'], address).toContain('no-store');
      expect(await response.text(), address).not.toContain(title);
    };
    const rest = '/tryggingar/kaskotrygging';
    await refused(`${site}/drog/${draft.ref}x${rest}`);
    await refused(`${site}/drog/${draft.master}${rest}`);
    await refused(`${site}/drog${rest}`);
    await refused(`${site}/forskodun?token=${draft.ref}x`);
    await callWriteApi(request, 'DELETE', `/releases/${draft.release}`);
    await refused(draftAddress);
    await refused(draft.pageLink);
  });

  test('PATH-18, LANG-6: the preview page asks for a reference, and explains one that shows nothing', async ({
    page,
  }) => {
    await page.goto(`${site}/en/preview`);
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).toHaveAttribute('data-live', '');
    await expectValidScreen(page, { language: 'en', heading: 'Preview' });
    await page.getByLabel('Reference of the draft').fill('nothing-of-ours');
    await page.getByRole('button', { name: 'Open the draft' }).click();
    await page.waitForURL(/token=nothing-of-ours/);
    await page.keyboard.press('Shift');
    await expect(page.getByText('No draft was found with this reference.')).toBeVisible();
    await expectValidScreen(page, { language: 'en', heading: 'Preview' });
  });
});

test('PATH-14, LANG-6: the error page and the signed-out page have their own addresses, and each template has its own chunk', async ({
  page,
}) => {
  for (const [path, language, heading] of [
    ['/villa', 'is', 'Eitthvað fór úrskeiðis'],
    ['/en/error', 'en', 'Something went wrong'],
    ['/utskraning', 'is', 'Þú hefur skráð þig út'],
    ['/en/logout', 'en', 'You have logged out'],
  ] as const) {
    await page.goto(`${site}${path}`);
    await expectValidScreen(page, { language, heading });
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
  const chunks: Record<string, string> = await page.evaluate(
    () => JSON.parse(document.getElementById('hofn-page')?.textContent ?? '{}').chunks,
  );
  const names = 'boardMember generic notFound serverError docdl draft error jolakula preview'.split(' ');
  const files = names.map((name) => chunks[`templates/${name}`]);
  for (const [at, file] of files.entries()) expect(file, names[at]).toMatch(/\.js$/);
  expect(new Set(files).size).toBe(names.length);
});
