import { createLogger, listen } from '@hofn/service';
import { pathOf } from '@hofn/texts/paths.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { settingsSchema } from '../apps/web/server/settings.ts';
import { createWeb } from '../apps/web/server/web.ts';
import { openHydrated } from './support/site.ts';
import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';

test('CALL-7: behind a web server with another API base, pages call the API there and nowhere else', async ({
  page,
}) => {
  const server = await createWeb({
    settings: settingsSchema.parse({ API_ORIGIN: new URL(addresses.api).origin, API_BASE: '/gatt' }),
    logger: createLogger('web', 'silent'),
    siteDir: defaultFolders.outDir,
    limits: { eventLoopDelayMs: 0 },
  });
  const running = await listen(server, { port: 0, host: 'localhost', setting: 'none', graceMs: 0 });
  const calls: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes('/api/')) calls.push(`${response.status()} ${pathname}`);
  });
  const site = `${running.url}/arsskyrsla`;
  await openHydrated(page, `${site}${pathOf('travelCheck', 'en')}`);
  await page.getByRole('textbox').first().fill('AAAA-BBBB');
  await page.locator('main').getByRole('button').first().click();
  await expect.poll(() => calls).toEqual(['200 /gatt/api/public/v1/travelcheck/AAAA-BBBB']);
  calls.length = 0;
  // The form asks the API how to check kennitalas when the reader starts typing.
  await openHydrated(page, `${site}${pathOf('inquiry', 'en')}`);
  await page.locator('main').getByRole('textbox').first().fill('Anna');
  await expect.poll(() => calls).toEqual(['200 /gatt/api/contentConfig/v1/general']);
  // The page may still be loading scripts that it does not need yet.
  await page.goto(addresses.site);
  await running.stop();
});
