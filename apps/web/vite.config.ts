import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

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
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/entry.client.tsx',
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
            { name: 'app', test: /apps[\\/]web[\\/]src[\\/]engine[\\/](?!texts[\\/])/, priority: 1 },
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
