// Builds the site once and tells what it took. Started by `fork` from a bench; answers one message and ends.
import { buildSite } from '../apps/web/build.ts';
import { contentFiles } from '../apps/web/src/generate/content.ts';

export type BuildOnce = { outDir: string; contentDir: string };
/** CPU of all threads and time in seconds, memory in MB. */
export type BuiltOnce = { pages: number; rendered: number; cpu: number; seconds: number; memory: number };

process.once('message', async ({ outDir, contentDir }: BuildOnce) => {
  const began = performance.now();
  const before = process.cpuUsage();
  const { pages = 0, rendered = 0 } = await buildSite({ outDir, content: contentFiles(contentDir) });
  const { user, system } = process.cpuUsage(before);
  const built: BuiltOnce = {
    pages,
    rendered,
    cpu: (user + system) / 1e6,
    seconds: (performance.now() - began) / 1000,
    memory: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.send?.(built, () => process.exit(0));
});
