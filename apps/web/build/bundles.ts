import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { chunkSources } from '../src/chunks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const templateSources = (): string[] =>
  readdirSync(`${root}src/templates`)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `src/templates/${name}`);

const require = createRequire(import.meta.url);

/**
 * Gives React, which is published as CommonJS alone, to our modules as an ECMAScript module: what it takes to read
 * CommonJS then stays in React's own chunk, and no other chunk pays for it.
 */
const reactAsModule = (): Plugin => {
  const mark = '\0react:';
  const sources = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);
  return {
    name: 'react-as-module',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const ofReact =
        importer.startsWith(mark) || /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/.test(importer);
      return sources.has(source) && !ofReact ? mark + source : null;
    },
    load(id) {
      if (!id.startsWith(mark)) return null;
      const source = id.slice(mark.length);
      const names = Object.keys(require(source)).filter((name) => /^[a-z]+$/i.test(name));
      const lines = names.map((name) => `export const ${name} = whole.${name};`);
      return [
        `import whole from ${JSON.stringify(require.resolve(source))};`,
        'export default whole;',
        ...lines,
      ].join('\n');
    },
  };
};

/**
 * Imports a module when it is needed, and preloads nothing that it imports: Chromium would cache a failed preload as the
 * failure of that module, which no retry gets past (rule HOLD-1).
 */
const withoutPreloads = (): Plugin => ({
  name: 'without-preloads',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
});

/** What every build of the web app shares. */
export const shared: InlineConfig = {
  root,
  base: '/arsskyrsla/',
  configFile: false,
  publicDir: false,
  appType: 'custom',
  logLevel: 'warn',
  plugins: [react()],
  css: {
    transformer: 'lightningcss',
    // The same name in the browser's bundle and in the one that renders: made from the file's path.
    lightningcss: { cssModules: { pattern: '[hash]_[local]' } },
  },
};

/** The browser half: an entry, a chunk for each template, one for each language's texts, hashed names. */
export const browserBuild = (outDir: string): InlineConfig => ({
  ...shared,
  plugins: [reactAsModule(), withoutPreloads(), ...(shared.plugins ?? [])],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // Which modules a page needs stands in its document, so that it asks for them at once.
    modulePreload: false,
    cssMinify: 'lightningcss',
    // One style sheet: all of it is smaller than the requests that parts of it would take.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Advice on the speed of plugins is for who builds plugins, not for who starts the product.
      checks: { pluginTimings: false },
      // Parts that are loaded when needed are entries too: documents say where each is, and no module has to.
      input: [
        'src/entry.client.tsx',
        ...Object.values(chunkSources).map((source) => `src/${source}`),
        'src/offline/page.ts',
        ...templateSources(),
      ],
      preserveEntrySignatures: 'allow-extension',
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|\0react:/,
              priority: 3,
            },
            // What every page runs, and what every page of text is made of.
            {
              name: 'app',
              test: /vite[\\/]preload-helper|apps[\\/]web[\\/]src[\\/](?:engine[\\/](?!apply-navigation|keep-scroll|loader|may-prefetch|navigation-blocker|navigation-chunk|not-found|page-data-addresses|prefetch|scroll-|settle-not-found|use-late|watch-build)|entry\.client|shell[\\/](?:Shell|app-shell|public-frame)\.|parts[\\/](?:Page|Blocks|Rich|LinkList)\.|site[\\/]Generic\.)/,
              priority: 2,
            },
            // Small parts that come together on most other pages: one request instead of six.
            {
              name: 'parts',
              test: /packages[\\/](?:ui[\\/]src[\\/](?:illustrations[\\/]|parts[\\/](?:Button|Disclosure|Tag)\.)|texts[\\/]src[\\/]format|domain[\\/]src[\\/](?:day|opening-hours)\.)|parts[\\/](?:OpenNow|useNow)|shell[\\/](?:useFooter|live-footer|LanguageLink)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});

/** The service worker: one script with all that it needs, as every browser takes it. */
export const serviceWorkerBuild = (outDir: string): InlineConfig => ({
  ...shared,
  plugins: [],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir,
    emptyOutDir: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: 'src/offline/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});

/** The build half's renderer: one bundle with all that it needs, run by Node. */
export const rendererBuild = (outDir: string): InlineConfig => ({
  ...shared,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/entry.server.tsx',
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: 'renderer.js' } },
  },
});
