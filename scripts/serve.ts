// Builds what has changed and runs the whole product in one process. `npm start` comes here with the right Node, and
// `npm run dev` with `--dev`: the site is then made from its sources at each request, with hot reload.
import { existsSync } from 'node:fs';
import { formatKennitala } from '@hofn/domain';
import { runProgram } from '@hofn/service';
import { type System, type SystemParts, startSystem, systemSettings } from './system.ts';

const startedAt = performance.now();

/**
 * The site, built first when its sources or content have changed. The bundler is loaded only then. When another content
 * service than ours does not answer, the site stays as it is.
 */
const builtSite =
  (mayStay: boolean) =>
  async (contentOrigin: Promise<string>, siteUrl: string): Promise<string> => {
    const { buildSite } = await import('../apps/web/build.ts');
    const { contentService } = await import('../apps/web/src/generate/content-service.ts');
    const { defaultFolders } = await import('../apps/web/src/generate/folders.ts');
    const { outDir } = defaultFolders;
    try {
      const { built, pages } = await buildSite({
        content: async () => contentService(await contentOrigin)(),
        siteUrl,
        log: (line) => console.log(`Site: ${line} …`),
      });
      if (built) console.log(`Site: ${pages} pages`);
    } catch (error) {
      if (!mayStay || !existsSync(outDir)) throw error;
      console.warn(`Site: keeping the existing build. ${error instanceof Error ? error.message : error}`);
    }
    return outDir;
  };

/** The site as it is developed: nothing is built, sources are transformed as they are asked for. */
const developedSite = async (): Promise<Pick<SystemParts, 'site' | 'before'>> => {
  const { developmentSite } = await import('../apps/web/src/server/development.ts');
  const { defaultFolders } = await import('../apps/web/src/generate/folders.ts');
  return { site: async () => defaultFolders.outDir, before: developmentSite(defaultFolders.contentDir) };
};

const print = ({ site, staff, documentation, identity, content, mailbox, phones, cases, demo }: System) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [
    '',
    `Höfn is running (started in ${seconds} s). Press Ctrl+C to stop.`,
    '',
    `  Site and customer portal   ${site}`,
    `  Staff portal               ${staff}`,
    `  API and its documentation  ${documentation}`,
    `  Identity provider          ${identity}`,
    `  Content service            ${content}/api/v2`,
  ];
  if (mailbox) lines.push(`  E-mails that were sent     ${mailbox}`);
  if (phones) lines.push(`  Phones with electronic ID  ${phones}`);
  if (cases) lines.push(`  Cases sent from the site   ${cases}`);
  if (demo) {
    lines.push('', `Demo customers, password ${demo.password}`, '');
    for (const { ssn, name, story } of demo.signIns)
      lines.push(`  ${formatKennitala(ssn)}  ${name.padEnd(34)} ${story.en}`);
    lines.push('', 'Staff, with the same password', '');
    for (const { username, fullName } of demo.agents) lines.push(`  ${username.padEnd(11)}  ${fullName}`);
  }
  console.log(`${lines.join('\n')}\n`);
};

// Whoever started this is gone without a word: nothing may stay behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening alone keeps nothing running: `npm start -- --help` ends.
process.channel?.unref();

await runProgram('hofn', systemSettings, async (settings, logger) => {
  const siteParts = process.argv.includes('--dev')
    ? await developedSite()
    : { site: builtSite(settings.CONTENT_ORIGIN !== undefined) };
  const system = await startSystem(settings, { logger, ...siteParts });
  print(system);
  return system;
});
