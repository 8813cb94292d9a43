import { posix } from 'node:path';
import { importsOf, targetOf } from './imports.ts';
import { type Check, type Finding, isCode, isTest, type Source } from './source.ts';

/** What each package may stand on. Apps may stand on every package, and on no app. */
const below: Record<string, readonly string[]> = {
  domain: [],
  texts: [],
  'auth-client': [],
  'content-types': [],
  files: [],
  contracts: ['domain'],
  database: ['domain', 'insurance'],
  demo: ['contracts', 'database', 'domain', 'insurance'],
  insurance: ['domain'],
  service: ['database', 'domain', 'texts'],
  ui: ['domain', 'texts'],
};

/**
 * Packages of rules alone, which the browser may use too: no Node, no database, no server, nothing that is installed
 * (docs/decisions/0147-rules-of-insurance-in-one-package.md).
 */
const rulesAlone: ReadonlySet<string> = new Set(['domain', 'insurance']);

/** `packages/domain` of `packages/domain/src/day.ts`; undefined for a file of the root. */
const workspaceOf = (path: string): string | undefined => /^(?:packages|apps)\/[^/]+(?=\/)/.exec(path)?.[0];

/**
 * The parts of the browser's code, in `apps/web/src`, lowest first: a folder may import from the lines above its own, and
 * nothing from its neighbours (docs/decisions/0084-layers-of-the-browser-side.md). Files beside the folders put them
 * together and may import from all.
 */
const browserLayers = [
  ['engine'],
  ['content'],
  ['session', 'offline'],
  ['parts'],
  ['uploads'],
  ['forms'],
  ['claims', 'prices', 'search', 'chat', 'security'],
  ['shell'],
  ['site', 'portal', 'staff'],
];

/** What each of the three programs of the web app may import besides itself. */
const webPrograms: Record<string, readonly string[]> = { src: [], build: ['src'], server: ['src', 'build'] };

const levelOf = (folder: string): number => browserLayers.findIndex((layer) => layer.includes(folder));

/** `parts` of `apps/web/src/parts/list/period.ts`; undefined beside the folders and elsewhere. */
const layerOf = (path: string): string | undefined => /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1];

const programOf = (path: string): string | undefined => /^apps\/web\/([^/]+)\//.exec(path)?.[1];

/** Why a file of the web app may not import another, or undefined when it may. Tests put anything together. */
const webFault = (source: Source, target: string): string | undefined => {
  if (isTest(source)) return undefined;
  const [program = '', targetProgram = ''] = [programOf(source.path), programOf(target)];
  if (!(program in webPrograms) || !(targetProgram in webPrograms)) return undefined;
  if (program !== targetProgram)
    return webPrograms[program]?.includes(targetProgram)
      ? undefined
      : `${program} may not stand on ${targetProgram}`;
  const [layer, targetLayer] = [layerOf(source.path), layerOf(target)];
  if (program !== 'src' || layer === undefined || layer === targetLayer) return undefined;
  if (levelOf(layer) < 0) return `${layer} has no line in scripts/checks/dependencies.ts`;
  if (targetLayer === undefined) return `${layer} may not stand on what puts the app together`;
  return levelOf(targetLayer) >= 0 && levelOf(targetLayer) < levelOf(layer)
    ? undefined
    : `${layer} may not stand on ${targetLayer}`;
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
    return workspaceOf(target) === workspace ? webFault(source, target) : `leaves ${workspace}: ${specifier}`;
  }
  const isRules = kind === 'packages' && rulesAlone.has(name) && !isTest(source);
  if (/^(node|virtual|data):/.test(specifier) || specifier.startsWith('\0'))
    return isRules ? `${name} is rules alone: ${specifier}` : undefined;
  const target = nameOf(specifier);
  const own = target.startsWith('@hofn/') ? target.slice('@hofn/'.length) : undefined;
  if (own !== undefined) {
    if (`packages/${own}` === workspace) return undefined;
    if (manifests.has(`apps/${own}`)) return `an app is imported by nobody: ${specifier}`;
    if (kind === 'packages' && !below[name]?.includes(own)) return `${name} may not stand on ${own}`;
    if (name === 'ui' && specifier.includes('/catalogue/')) return `ui knows no feature: ${specifier}`;
  } else if (isRules) {
    return `${name} is rules alone: ${specifier}`;
  }
  const manifest = manifests.get(workspace);
  const inTests = isTest(source) || !/^[^/]+\/[^/]+\/(?:src|build|server)\//.test(source.path);
  const named =
    manifest?.dependencies.has(target) ||
    manifest?.all.has(target) ||
    (inTests && manifests.get('.')?.all.has(target));
  return named ? undefined : `${target} is not named in ${workspace}/package.json`;
};

/** Every way round from a file back to itself, as paths; one for each import that closes one. */
const circlesIn = (imports: ReadonlyMap<string, readonly string[]>): string[][] => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (path: string): void => {
    if (done.has(path)) return;
    if (way.includes(path)) return void circles.push([...way.slice(way.indexOf(path)), path]);
    way.push(path);
    for (const target of imports.get(path) ?? []) follow(target);
    way.pop();
    done.add(path);
  };
  for (const path of imports.keys()) follow(path);
  return circles;
};

/** No file imports itself by way of others: types and imports at run time count too. */
export const importCircles: Check = (sources) => {
  const code = sources.filter(isCode);
  const paths = new Set(code.map(({ path }) => path));
  const targetsOf = (source: Source): string[] =>
    importsOf(source)
      .map(({ specifier }) => targetOf(source, specifier))
      .filter((target): target is string => target !== undefined && paths.has(target));
  const imports = new Map(code.map((source) => [source.path, targetsOf(source)]));
  return circlesIn(imports).map((circle) => ({
    path: circle[0] ?? '',
    message: `imports itself: ${circle.join(' → ')}`,
  }));
};

/**
 * Arrows point down: apps stand on packages, packages on those that the table allows, and what is imported is named in
 * the workspace's own package.json; within the web app they stand on the layers below. Files of the root (scripts, e2e, bench) may import anything.
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
