// `node deploy/make-environment.mjs [folder]`: writes identity.env, api.env, core.env, chat.env, content.env and web.env from `.env` of
// the folder, by default /etc/hofn, for the units in systemd/. Each has only what its service may see.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

const help = `node deploy/make-environment.mjs [folder]

Writes <service>.env for each service from .env in the folder [/etc/hofn], readable by its owner only. Run it again after each
change of .env, then: systemctl restart hofn-<service>@1, and @2 when it is ready.`;

/** A value that a shell, systemd and compose all read as it is. */
const quote = (name, value) => {
  if (/^[\w@%+=:,./-]*$/.test(value)) return value;
  if (/['\n]/.test(value)) throw new Error(`${name}: an apostrophe or a line break cannot be passed on`);
  return `'${value}'`;
};

const interpolate = (template, values) =>
  template.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, kind, rest = '') => {
    if (values[name]) return values[name];
    if (kind === '?') throw new Error(`${name} is empty in .env: ${rest}`);
    return rest;
  });

const [folder = '/etc/hofn'] = process.argv.slice(2).filter((argument) => argument !== '--help');
if (process.argv.includes('--help')) {
  console.log(help);
} else {
  try {
    const values = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    const services = JSON.parse(
      readFileSync(fileURLToPath(new URL('./systemd/services.json', import.meta.url)), 'utf8'),
    );
    const files = Object.entries(services).map(([name, settings]) => {
      const given = Object.entries(settings).map(([setting, template]) => [
        setting,
        interpolate(template, values),
      ]);
      // An empty setting is an unset one.
      const lines = given
        .filter(([, value]) => value !== '')
        .map(([setting, value]) => `${setting}=${quote(setting, value)}`);
      return [`${name}.env`, `${lines.join('\n')}\n`];
    });
    for (const [name, text] of files) {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      chmodSync(join(folder, name), 0o600);
    }
    console.log(`Written to ${folder}: ${files.map(([name]) => name).join(', ')}.`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
