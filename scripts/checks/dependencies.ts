import { posix } from 'node:path';
import { type Check, type Finding, isCode, isTest, lineAt, type Source, textOf, visit } from './source.ts';

/** What each package may stand on. Apps may stand on every package, and on no app. */
const below: Record<string, readonly string[]> = {
  domain: [],
  texts: [],
  'auth-client': [],
  'content-types': [],
  files: [],
  contracts: ['domain'],
  database: ['domain'],
  service: ['database', 'domain'],
  ui: ['domain', 'texts'],
};

/** `packages/domain` of `packages/domain/src/day.ts`; undefined for a file of the root. */
const workspaceOf = (path: string): string | undefined => /^(?:packages|apps)\/[^/]+(?=\/)/.exec(path)?.[0];

type Import = { specifier: string; line: number };

const importsOf = (source: Source): Import[] => {
  const found: Import[] = [];
  const add = (node: Parameters<typeof textOf>[0]): void => {
    // A path made at run time leads to what was built, and is not looked at.
    const specifier = node?.type === 'Literal' ? textOf(node) : undefined;
    if (node && specifier) found.push({ specifier, line: lineAt(source.text, node.start) });
  };
  visit(source, {
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0]);
    },
  });
  return found;
};

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

type Manifest = { dependencies: Set<string>; all: Set<string> };

const manifestsOf = (sources: readonly Source[]): Map<string, Manifest> => {
  const manifests = new Map<string, Manifest>();
  for (const { path, text } of sources) {
    if (!/^((packages|apps)\/[^/]+\/)?package\.json$/.test(path)) continue;
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<
      string,
      Record<string, string>
    >;
    manifests.set(posix.dirname(path), {
      dependencies: new Set(Object.keys(dependencies)),
      all: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    });
  }
  return manifests;
};

/** Why a file of a workspace may not import this, or undefined when it may. */
const fault = (
  source: Source,
  workspace: string,
  specifier: string,
  manifests: Map<string, Manifest>,
): string | undefined => {
  const [kind, name = ''] = workspace.split('/');
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(source.path), specifier);
    return workspaceOf(target) === workspace ? undefined : `leaves ${workspace}: ${specifier}`;
  }
  if (/^(node|virtual|data):/.test(specifier) || specifier.startsWith('\0')) {
    return name === 'domain' && !isTest(source) ? `domain imports nothing: ${specifier}` : undefined;
  }
  const target = nameOf(specifier);
  const own = target.startsWith('@hofn/') ? target.slice('@hofn/'.length) : undefined;
  if (own !== undefined) {
    if (`packages/${own}` === workspace) return undefined;
    if (manifests.has(`apps/${own}`)) return `an app is imported by nobody: ${specifier}`;
    if (kind === 'packages' && !below[name]?.includes(own)) return `${name} may not stand on ${own}`;
    if (name === 'ui' && specifier.includes('/catalogue/')) return `ui knows no feature: ${specifier}`;
  } else if (name === 'domain' && !isTest(source)) {
    return `domain imports nothing: ${specifier}`;
  }
  const manifest = manifests.get(workspace);
  const inTests = isTest(source) || !/^[^/]+\/[^/]+\/(?:src|build|server)\//.test(source.path);
  const named =
    manifest?.dependencies.has(target) ||
    manifest?.all.has(target) ||
    (inTests && manifests.get('.')?.all.has(target));
  return named ? undefined : `${target} is not named in ${workspace}/package.json`;
};

/**
 * Arrows point down: apps stand on packages, packages on those that the table allows, and what is imported is named in
 * the workspace's own package.json. Files of the root (scripts, e2e, bench) may import anything.
 */
export const dependencies: Check = (sources) => {
  const manifests = manifestsOf(sources);
  const findings: Finding[] = [];
  for (const [workspace] of manifests) {
    const [kind, name = ''] = workspace.split('/');
    if (kind === 'packages' && !below[name]) {
      findings.push({
        path: `${workspace}/package.json`,
        message: `${name} has no line in scripts/checks/dependencies.ts`,
      });
    }
  }
  for (const source of sources.filter(isCode)) {
    const workspace = workspaceOf(source.path);
    if (!workspace) continue;
    for (const { specifier, line } of importsOf(source)) {
      const message = fault(source, workspace, specifier, manifests);
      if (message) findings.push({ path: source.path, line, message });
    }
  }
  return findings;
};
