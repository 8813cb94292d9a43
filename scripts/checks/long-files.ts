import type { Check } from './source.ts';

const most = 300;

/** A file of more than 300 lines is probably two things; told, and not more. */
export const longFiles: Check = (sources) =>
  sources.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    return /^(packages|apps)\/[^/]+\/(src|build|server)\/.*\.(tsx?|css)$/.test(path) && lines > most
      ? [{ path, message: `${lines} lines, more than ${most}: perhaps two things`, warning: true }]
      : [];
  });
