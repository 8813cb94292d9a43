import { type Check, type Finding, lineAt } from './source.ts';

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** Each third-party dependency has the same exact version in all workspaces. */
export const versions: Check = (sources) => {
  const findings: Finding[] = [];
  const first = new Map<string, { version: string; path: string }>();
  for (const { path, text } of sources) {
    if (!/(^|\/)package\.json$/.test(path)) continue;
    const manifest = JSON.parse(text) as Partial<Record<(typeof groups)[number], Record<string, string>>>;
    for (const [name, version] of groups.flatMap((group) => Object.entries(manifest[group] ?? {}))) {
      const line = lineAt(text, text.indexOf(`"${name}"`));
      if (!/^(npm:.+@)?\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
        findings.push({ path, line, message: `${name} has no exact version: ${version}` });
      }
      const known = first.get(name);
      if (!known) first.set(name, { version, path });
      else if (known.version !== version) {
        findings.push({
          path,
          line,
          message: `${name} is ${version} here and ${known.version} in ${known.path}`,
        });
      }
    }
  }
  return findings;
};
