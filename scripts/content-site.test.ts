import { openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContent } from '../apps/content/src/content.ts';
import { seedContent } from '../apps/content/src/seed/seed.ts';
import { settingsSchema } from '../apps/content/src/settings.ts';
import { type Content, contentFiles } from '../apps/web/build/content.ts';
import { contentService } from '../apps/web/build/content-service.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { planPages } from '../apps/web/build/plan-pages.ts';
import { fetchFooter } from '../apps/web/src/content/live-footer.ts';

const folder = defaultFolders.contentDir;
const database = await openDatabase({});
let service: Running;
let fromService: Content;
let fromFolder: Content;

beforeAll(async () => {
  await database.migrate();
  await seedContent(database.db, { folder, clock: systemClock });
  const server = createContent({
    database,
    clock: systemClock,
    logger: createLogger('content', 'silent'),
    settings: settingsSchema.parse({}),
  });
  service = await listen(server, { port: 0, host: 'localhost', setting: 'CONTENT_PORT' });
  fromService = await (await contentService(service.url)()).read();
  fromFolder = await (await contentFiles(folder)()).read();
});
afterAll(async () => {
  await service.stop();
  await database.close();
});

const templatesOf = ({ documents }: Content): string[] => [
  ...new Set(documents.filter(({ page }) => page).map(({ type }) => type)),
  'portal',
  'portalPolicy',
  'login',
];

// The read protocol does not distinguish missing and empty lists and texts.
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, entry: unknown) =>
      name === 'documentIds' || entry === '' || (Array.isArray(entry) && entry.length === 0)
        ? undefined
        : entry,
    ),
  );

test('the content service and the folder it was seeded from give the same site', () => {
  const siteFromService = planPages(fromService, templatesOf(fromService));
  const siteFromFolder = planPages(fromFolder, templatesOf(fromFolder));
  expect(siteFromService.pages.length).toBeGreaterThan(150);
  expect(withoutEmpty(siteFromService.pages)).toEqual(withoutEmpty(siteFromFolder.pages));
  expect(withoutEmpty(siteFromService.site)).toEqual(withoutEmpty(siteFromFolder.site));
});

test('CALL-5: the service returns footer and opening hours in both languages', async () => {
  const { site } = planPages(fromService, templatesOf(fromService));
  for (const language of ['is', 'en'] as const) {
    const footer = await fetchFooter(service.url, language, site[language]);
    // Nothing was published since the build, so both are equal.
    expect(withoutEmpty(footer)).toEqual(withoutEmpty(site[language].footer));
  }
});
