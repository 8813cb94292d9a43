import { type Check, type Finding, lineAt, type Source } from './source.ts';

const isDocument = ({ path }: Source): boolean => /^(README|docs\/(core\/)?[\w-]+)\.md$/.test(path);

/** Code without whitespace, and without the commas that a formatter adds before a closing bracket. */
const condense = (code: string): string => code.replace(/\s+/g, '').replace(/,(?=[)\]}>])/g, '');

const withoutComments = (code: string): string =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');

type Excerpt = { files: string[]; lines: { at: number; text: string }[] };

/** Blocks of code whose introduction, since the block or heading before, names files. */
const excerptsIn = ({ text }: Source): Excerpt[] => {
  const excerpts: Excerpt[] = [];
  let introducedFrom = 0;
  for (const match of text.matchAll(/^( *)```(?:tsx?|json)\n([\s\S]*?)^ *```$/gm)) {
    const [block, indent = '', code = ''] = match;
    const before = text.slice(introducedFrom, match.index);
    const introduction = before.slice(Math.max(0, before.lastIndexOf('\n#')));
    const named = introduction.matchAll(/`((?:apps|packages|content)\/[\w./-]+\.(?:tsx?|json))`/g);
    const files = [...named].flatMap(([, file = '']) => file);
    introducedFrom = match.index + block.length;
    let at = match.index + block.indexOf(code);
    excerpts.push({
      files,
      lines: code.split('\n').map((line) => {
        const start = at;
        at += line.length + 1;
        return { at: start, text: line.slice(indent.length) };
      }),
    });
  }
  return excerpts;
};

/**
 * Code in documents is in the file that its introduction names: each line, apart from whitespace and comments. `…` stands for
 * what is left out.
 */
export const excerpts: Check = (sources) => {
  const code = new Map(sources.map(({ path, text }) => [path, text]));
  const condensed = new Map<string, string>();
  const condensedOf = (file: string): string | undefined => {
    const text = code.get(file);
    if (text !== undefined && !condensed.has(file)) condensed.set(file, condense(withoutComments(text)));
    return condensed.get(file);
  };
  const missingIn = (file: string, { lines }: Excerpt) => {
    const whole = condensedOf(file);
    if (whole === undefined) return undefined;
    return lines.filter(({ text }) => {
      const parts = condense(withoutComments(text).replace(/,\s*$/, '')).split('…');
      return !parts.every((part) => whole.includes(condense(part)));
    });
  };
  return sources.filter(isDocument).flatMap((source) =>
    excerptsIn(source).flatMap((excerpt): Finding[] => {
      const candidates = excerpt.files.flatMap((file) => {
        const missing = missingIn(file, excerpt);
        return missing ? [{ file, missing }] : [];
      });
      // Of several files it is from the one that it fits best.
      const [best] = candidates.toSorted((a, b) => a.missing.length - b.missing.length);
      return (best?.missing ?? []).map(({ at, text }) => ({
        path: source.path,
        line: lineAt(source.text, at),
        message: `${best?.file} has no such line: ${text.trim()}`,
      }));
    }),
  );
};
