// Resolves the modules of Drizzle without its package.json: 180 KB that Node parses again for each of its hundreds of
// modules, which takes half the CPU and two thirds of the memory of a process's start. Preloaded with `--import`.
import * as modules from 'node:module';

const drizzle = '/node_modules/drizzle-orm/';
const resolved = new Map();

// A Node too old for hooks resolves them as usual.
modules.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (/^\.\.?\/.*\.js$/.test(specifier) && parentURL?.includes(drizzle))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return next(specifier, context);
    const known = resolved.get(specifier);
    if (known) return known;
    const found = next(specifier, context);
    // Its CommonJS modules have another ending.
    if (found.url.endsWith('.js') && found.url.includes(drizzle))
      resolved.set(specifier, { ...found, format: 'module', shortCircuit: true });
    return found;
  },
});
