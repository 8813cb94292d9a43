import { createRequire } from 'node:module';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { chunkSources } from '../src/chunks.ts';
import { templateSources } from './template-sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const require = createRequire(import.meta.url);

/**
 * Wraps React, which is published only as CommonJS, in an ES module, to keep the CommonJS helpers in React's own chunk.
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
 * Replaces Vite's preload helper: after a failed preload Chromium caches the failure of the module, so a retry would
 * fail too (rule HOLD-1).
 */
const withoutPreloads = (): Plugin => ({
  name: 'without-preloads',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null,
});

/** Settings of all builds of the web app. */
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
    // Identical in browser and server bundle: derived from the file's path.
    lightningcss: { cssModules: { pattern: '[hash]_[local]' } },
  },
};

/** The browser's bundle: an entry, a chunk for each template, one for each language's texts, hashed names. */
export const browserBuild = (outDir: string): InlineConfig => ({
  ...shared,
  plugins: [reactAsModule(), withoutPreloads(), ...(shared.plugins ?? [])],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // The document lists the page's modules, so that they load in parallel.
    modulePreload: false,
    cssMinify: 'lightningcss',
    // One style sheet, which is smaller than the overhead of several requests.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Plugin timings are only useful to plugin authors.
      checks: { pluginTimings: false },
      // Chunks loaded on demand are entries too, so that the document can list their URLs. Built files of templates are
      // named after the page type, all others after their source.
      input: {
        ...Object.fromEntries(
          ['entry.client.tsx', ...Object.values(chunkSources), 'offline/page.ts'].map((source) => [
            parse(source).name,
            `src/${source}`,
          ]),
        ),
        ...Object.fromEntries(templateSources),
      },
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
            // Code that every page, or every text page, needs.
            {
              name: 'app',
              test: /vite[\\/]preload-helper|apps[\\/]web[\\/]src[\\/](?:engine[\\/](?!apply-navigation|track-scroll|loader|may-prefetch|navigation-blocker|navigation-chunk|not-found|page-data-addresses|prefetch|scroll-|settle-not-found|use-lazy-part|watch-build)|entry\.client|shell[\\/](?:Shell|app-shell|public-frame)\.|parts[\\/](?:Page|Blocks|Rich|LinkList)\.|site[\\/]Generic\.)/,
              priority: 2,
            },
            // Small parts used together on most other pages: one request instead of six.
            {
              name: 'parts',
              test: /packages[\\/](?:ui[\\/]src[\\/]parts[\\/](?:Button|Disclosure|Field|FieldFrame|Tag)\.|texts[\\/]src[\\/]format|domain[\\/]src[\\/](?:day|opening-hours)\.)|parts[\\/](?:OpenNow|useNow)|content[\\/]live-footer|shell[\\/](?:useFooter|LanguageLink)/,
              priority: 1,
            },
            // What pages that show more than text and forms are laid out with.
            {
              name: 'look',
              test: /packages[\\/]ui[\\/]src[\\/](?:illustrations[\\/](?!sources)|parts[\\/](?:Card|Columns|Grid|layout|Row|Section|Stack)\.)|site[\\/]Figures\.|prices[\\/]insured\./,
              priority: 1,
            },
            // The parts of every form compress better together than one by one.
            {
              name: 'fields',
              test: /packages[\\/]ui[\\/]src[\\/]parts[\\/](?:ErrorSummary|FormattedField|TextArea)\.|apps[\\/]web[\\/]src[\\/]forms[\\/](?:fill-text|paths|useFields|useServerErrors|useShownErrors|with-blanks-filled)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});

/** The service worker: a single classic script, which every browser supports. */
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

/** The renderer: a single bundle for Node. */
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
