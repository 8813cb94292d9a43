import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

const templateSources = (): string[] =>
  readdirSync(`${root}src/templates`)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `src/templates/${name}`);

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
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    // Which modules a page needs stands in its document, so that it asks for them at once.
    modulePreload: { polyfill: false },
    cssMinify: 'lightningcss',
    // One style sheet: all of it is smaller than the requests that parts of it would take.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Parts that are loaded when needed are entries too: documents say where each is, and no module has to.
      input: [
        'src/entry.client.tsx',
        'src/shell/PublicFrame.ts',
        'src/shell/PortalFrame.tsx',
        ...templateSources(),
      ],
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 3,
            },
            // What every page runs, in one chunk.
            {
              name: 'app',
              test: /apps[\\/]web[\\/]src[\\/](?:engine[\\/]|entry\.client|shell[\\/]Shell)|vite[\\/]preload/,
              priority: 2,
            },
            // Parts that several templates of the site are made of.
            { name: 'site', test: /apps[\\/]web[\\/]src[\\/]site[\\/]/, priority: 1, minShareCount: 3 },
          ],
        },
      },
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
    rolldownOptions: { output: { entryFileNames: 'renderer.js' } },
  },
});
