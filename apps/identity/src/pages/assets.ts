import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, trusted } from './html.ts';

/** A file the pages load, under a content-hashed name so that it can be cached forever. */
export type Asset = { path: string; type: string; body: Buffer };

const uiFile = (name: string): URL => new URL(import.meta.resolve(`@hofn/ui/${name}`));
const ownFile = (name: string): URL => new URL(name, import.meta.url);

const asset = (name: string, extension: string, type: string, body: Buffer): Asset => {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12);
  return { path: `/assets/${name}.${hash}.${extension}`, type, body };
};

/** The contents of one symbol in an SVG sprite. */
const symbolOf = (sprite: string, id: string): Html => {
  const match = new RegExp(`<symbol id="${id}"[^>]*>(.*?)</symbol>`, 's').exec(sprite);
  if (!match?.[1]) throw new Error(`@hofn/ui has no picture named ${id}.`);
  return trusted(match[1]);
};

/** Reads the design system's tokens, font and pictures, and this app's own style sheet and scripts. */
export const readAssets = () => {
  const font = asset(
    'source-sans-3',
    'woff2',
    'font/woff2',
    readFileSync(uiFile('fonts/source-sans-3.woff2')),
  );
  const face = `@font-face{font-family:"Source Sans 3";src:url("${font.path}") format("woff2");font-weight:400 700;font-display:swap}`;
  const style = asset(
    'identity',
    'css',
    'text/css; charset=utf-8',
    Buffer.from(
      [
        '@layer reset, tokens, base, components, screens;',
        face,
        readFileSync(uiFile('tokens.css'), 'utf8'),
        readFileSync(uiFile('base.css'), 'utf8').replace(/^@(import|layer) [^{]*?;$/gm, ''),
        readFileSync(ownFile('identity.css'), 'utf8'),
      ].join('\n'),
    ),
  );
  const script = asset(
    'show-password',
    'js',
    'text/javascript; charset=utf-8',
    readFileSync(ownFile('show-password.js')),
  );
  const webAuthn = asset(
    'webauthn',
    'js',
    'text/javascript; charset=utf-8',
    // The library's build for pages without a bundler.
    readFileSync(new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))),
  );
  const passkey = asset(
    'passkey',
    'js',
    'text/javascript; charset=utf-8',
    readFileSync(ownFile('passkey.js')),
  );
  const setup = asset(
    'staff-setup',
    'js',
    'text/javascript; charset=utf-8',
    readFileSync(ownFile('staff-setup.js')),
  );
  const wait = asset('wait', 'js', 'text/javascript; charset=utf-8', readFileSync(ownFile('wait.js')));
  const icons = readFileSync(uiFile('icons/icons.svg'), 'utf8');
  const logo = symbolOf(icons, 'logo');
  const icon = asset('icon', 'svg', 'image/svg+xml', readFileSync(uiFile('icons/favicon.svg')));
  return {
    files: [font, style, script, wait, webAuthn, passkey, setup, icon],
    font: font.path,
    style: style.path,
    script: script.path,
    waitScript: wait.path,
    webAuthn: webAuthn.path,
    passkeyScript: passkey.path,
    setupScript: setup.path,
    icon: icon.path,
    logo,
    harbour: symbolOf(readFileSync(uiFile('illustrations/drawings/harbour.svg'), 'utf8'), 'harbour'),
  };
};

export type Assets = ReturnType<typeof readAssets>;
