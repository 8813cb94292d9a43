// Rebuilds the site from the content service after a publication: `npm run publish-site`. A running server serves the new
// site from its next response on; until the build succeeds it serves the old one.
import { describeSettings, readSettings } from '@hofn/service';
import { z } from 'zod';
import { buildSite } from '../apps/web/build/build-site.ts';
import { contentService } from '../apps/web/build/content-service.ts';
import { defaultSiteUrl } from '../apps/web/build/search-engines.ts';

const settingsSchema = z.object({
  CONTENT_ORIGIN: z
    .url()
    .default('http://localhost:8082')
    .describe('URL of the content service, ours or a real Prismic'),
  SITE_URL: z.url().default(defaultSiteUrl).describe('URL of the site including its base path'),
});

if (process.argv.includes('--help')) {
  console.log(`publish-site, settings from environment variables:\n${describeSettings(settingsSchema)}`);
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
    console.log(built ? `Site: ${pages} pages in ${seconds} s` : `Site: nothing changed (${seconds} s)`);
  } catch (error) {
    console.error(`Keeping the existing build. ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
