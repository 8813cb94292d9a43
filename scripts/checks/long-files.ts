import type { Check } from './source.ts';

const maxLines = 300;

/** A file of more than 300 lines probably has two responsibilities; only a warning. */
export const longFiles: Check = (sources) =>
  sources.flatMap(({ path, text }) => {
    const lines = text.split('\n').length - 1;
    return /^(packages|apps)\/[^/]+\/(src|build|server)\/.*\.(tsx?|css)$/.test(path) && lines > maxLines
      ? [{ path, message: `${lines} lines, more than ${maxLines}: consider splitting it`, warning: true }]
      : [];
  });
