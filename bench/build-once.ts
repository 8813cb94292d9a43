// Builds the site once and reports what it took. A bench starts it with `fork`; it answers one message and exits.
import { buildSite } from '../apps/web/build/build-site.ts';
import { contentFiles } from '../apps/web/build/content.ts';
import type { Renderer } from '../apps/web/build/plan-site.ts';

export type BuildOrder = { outDir: string; contentDir: string };
/** CPU of all threads and time in seconds, memory in MB. */
export type BuildResult = {
  pages: number;
  rendered: number;
  cpu: number;
  /** CPU of all threads while React rendered the pages' markup. */
  rendering: number;
  seconds: number;
  memory: number;
};

const cpuSeconds = (cpuBefore?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(cpuBefore);
  return (user + system) / 1e6;
};

process.once('message', async ({ outDir, contentDir }: BuildOrder) => {
  const began = performance.now();
  const before = process.cpuUsage();
  let rendering = 0;
  // Pages are rendered one at a time, so what the process uses meanwhile is React's.
  const rendererFrom = (bundled: Renderer): Renderer => ({
    ...bundled,
    renderPage: async (...page) => {
      const beforePage = process.cpuUsage();
      const markup = await bundled.renderPage(...page);
      rendering += cpuSeconds(beforePage);
      return markup;
    },
  });
  const { pages = 0, rendered = 0 } = await buildSite({
    outDir,
    content: contentFiles(contentDir),
    rendererFrom,
  });
  const result: BuildResult = {
    pages,
    rendered,
    cpu: cpuSeconds(before),
    rendering,
    seconds: (performance.now() - began) / 1000,
    memory: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.send?.(result, () => process.exit(0));
});
