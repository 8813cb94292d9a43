// Builds what has changed and runs the whole product in one process. `npm start` runs this with the right Node, and
// `npm run dev` with `--dev`: the site is then rendered from its sources at each request, with hot reload.
import { existsSync } from 'node:fs';
import { formatKennitala, formatPhone } from '@hofn/domain';
import { runProgram } from '@hofn/service';
import { type System, type SystemParts, startSystem, systemSettings } from './system.ts';

const startedAt = performance.now();

/**
 * Builds the site if its sources or content have changed; the bundler is loaded only then. With `canKeepOld`, a failing
 * external content service leaves the old site in place.
 */
const builtSite =
  (canKeepOld: boolean) =>
  async (contentOrigin: Promise<string>, siteUrl: string): Promise<string> => {
    const { buildSite } = await import('../apps/web/build/build-site.ts');
    const { contentService } = await import('../apps/web/build/content-service.ts');
    const { defaultFolders } = await import('../apps/web/build/folders.ts');
    const { outDir } = defaultFolders;
    try {
      const { built, pages } = await buildSite({
        content: async () => contentService(await contentOrigin)(),
        siteUrl,
        log: (line) => console.log(`Site: ${line} …`),
      });
      if (built) console.log(`Site: ${pages} pages`);
    } catch (error) {
      if (!canKeepOld || !existsSync(outDir)) throw error;
      console.warn(`Site: keeping the existing build. ${error instanceof Error ? error.message : error}`);
    }
    return outDir;
  };

/** Development mode: nothing is built, sources are transformed on request. */
const developmentParts = async (): Promise<Pick<SystemParts, 'site' | 'before'>> => {
  const { developmentSite } = await import('../apps/web/server/development.ts');
  const { defaultFolders } = await import('../apps/web/build/folders.ts');
  return { site: async () => defaultFolders.outDir, before: developmentSite(defaultFolders.contentDir) };
};

const print = ({
  site,
  staff,
  documentation,
  identity,
  content,
  mailbox,
  phones,
  cases,
  core,
  demo,
}: System) => {
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
  if (mailbox) lines.push(`  Sent e-mails               ${mailbox}`);
  if (phones) lines.push(`  Phones with electronic ID  ${phones}`);
  if (cases) lines.push(`  CRM cases                  ${cases}`);
  if (core) lines.push(`  Insurance core             ${core}`);
  if (demo) {
    lines.push('', `Demo customers, password ${demo.password}`, '');
    for (const { ssn, name, story } of demo.signIns)
      lines.push(`  ${formatKennitala(ssn)}  ${name.padEnd(34)} ${story.en}`);
    lines.push(
      '',
      'Staff, same password; then the electronic ID of this number, confirmed on the phones',
      '',
    );
    for (const { username, fullName, mobilePhone, roles } of demo.agents) {
      const role = roles.includes('admin') ? ', administrator' : '';
      lines.push(`  ${username.padEnd(11)}  ${formatPhone(mobilePhone)}  ${fullName}${role}`);
    }
  }
  console.log(`${lines.join('\n')}\n`);
};

// The parent process died: shut down too.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The open channel must not keep the process alive: `npm start -- --help` has to exit.
process.channel?.unref();

await runProgram('hofn', systemSettings, async (settings, logger) => {
  const siteParts = process.argv.includes('--dev')
    ? await developmentParts()
    : { site: builtSite(settings.CONTENT_ORIGIN !== undefined) };
  const system = await startSystem(settings, { logger, ...siteParts });
  print(system);
  return system;
});
