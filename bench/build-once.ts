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
  /** CPU of rendering the same pages again, without the rest of a build. */
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
  const renderings: Array<() => Promise<string>> = [];
  const rendererFrom = (bundled: Renderer): Renderer => ({
    ...bundled,
    renderPage: (...page) => {
      renderings.push(() => bundled.renderPage(...page));
      return bundled.renderPage(...page);
    },
  });
  const { pages = 0, rendered = 0 } = await buildSite({
    outDir,
    content: contentFiles(contentDir),
    rendererFrom,
  });
  const cpu = cpuSeconds(before);
  const seconds = (performance.now() - began) / 1000;
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  const cpuBeforeRendering = process.cpuUsage();
  for (const render of renderings) await render();
  const result: BuildResult = {
    pages,
    rendered,
    cpu,
    rendering: cpuSeconds(cpuBeforeRendering),
    seconds,
    memory,
  };
  process.send?.(result, () => process.exit(0));
});
