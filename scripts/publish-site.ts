// Builds the site from the content service, anew when something was published: `npm run publish-site`. The server that
// runs sends the new site from its next answer on; until it is whole, and when it fails, the old one stays.
import { describeSettings, readSettings } from '@hofn/service';
import { z } from 'zod';
import { buildSite } from '../apps/web/build.ts';
import { contentService } from '../apps/web/src/generate/content-service.ts';
import { defaultSiteUrl } from '../apps/web/src/generate/search-engines.ts';

const settingsSchema = z.object({
  CONTENT_ORIGIN: z
    .url()
    .default('http://localhost:8082')
    .describe('address of the content service, ours or a real Prismic'),
  SITE_URL: z.url().default(defaultSiteUrl).describe('address of the site with its base'),
});

if (process.argv.includes('--help')) {
  console.log(`publish-site, settings by environment:\n${describeSettings(settingsSchema)}`);
} else {
  const startedAt = performance.now();
  try {
    const { CONTENT_ORIGIN, SITE_URL } = readSettings(settingsSchema, process.env);
    const { built, pages } = await buildSite({
      content: contentService(CONTENT_ORIGIN),
      siteUrl: SITE_URL,
      log: (line) => console.log(`Site: ${line} …`),
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(built ? `Site: ${pages} pages in ${seconds} s` : `Site: nothing has changed (${seconds} s)`);
  } catch (error) {
    console.error(`Keeping the existing build. ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
