// Builds what has changed and runs the whole product in one process. `npm start` comes here with the right Node, and
// `npm run dev` with `--dev`: the site is then made from its sources at each request, with hot reload.
import { formatKennitala } from '@hofn/domain';
import { runProgram } from '@hofn/service';
import { type System, type SystemParts, startSystem, systemSettings } from './system.ts';

const startedAt = performance.now();

/** The site, built first when its sources or content have changed. The bundler is loaded only then. */
const builtSite = async (): Promise<string> => {
  const { buildSite } = await import('../apps/web/build.ts');
  const { defaultFolders } = await import('../apps/web/src/generate/folders.ts');
  const { built, pages } = await buildSite({ log: (line) => console.log(`Site: ${line} …`) });
  if (built) console.log(`Site: ${pages} pages`);
  return defaultFolders.outDir;
};

/** The site as it is developed: nothing is built, sources are transformed as they are asked for. */
const developedSite = async (): Promise<Pick<SystemParts, 'siteDir' | 'before'>> => {
  const { developmentSite } = await import('../apps/web/src/server/development.ts');
  const { defaultFolders } = await import('../apps/web/src/generate/folders.ts');
  return { siteDir: defaultFolders.outDir, before: developmentSite(defaultFolders.contentDir) };
};

const print = ({ site, documentation, identity, mailbox, demo }: System) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [
    '',
    `Höfn is running (started in ${seconds} s). Ctrl-C ends it.`,
    '',
    `  Site and customer portal   ${site}`,
    `  API and its documentation  ${documentation}`,
    `  Identity provider          ${identity}`,
  ];
  if (mailbox) lines.push(`  E-mails that were sent     ${mailbox}`);
  if (demo) {
    lines.push('', `Demo customers, password ${demo.password}`, '');
    for (const { ssn, name, story } of demo.signIns)
      lines.push(`  ${formatKennitala(ssn)}  ${name.padEnd(34)} ${story.en}`);
  }
  console.log(`${lines.join('\n')}\n`);
};

await runProgram('hofn', systemSettings, async (settings, logger) => {
  const siteParts = process.argv.includes('--dev') ? await developedSite() : { siteDir: builtSite() };
  // Awaited by startSystem; a fault before that must not end the process by itself.
  Promise.resolve(siteParts.siteDir).catch(() => {});
  const system = await startSystem(settings, { logger, ...siteParts });
  print(system);
  return system;
});
