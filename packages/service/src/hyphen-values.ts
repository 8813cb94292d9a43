/** The id of a key, or the cursor of a list, that begins with a hyphen. Both are base64url, so one in 64 does. */
const hyphenValue = /^-(?:[\w-]{42}|[\w-]{10}\.[\w-]+)$/;

const isOptionWithoutValue = (word = ''): boolean => word.startsWith('--') && !word.includes('=');

/**
 * Rearranges a command's arguments so that `parseArgs` does not take a key id or cursor that begins with a hyphen for an
 * option: it is joined to the option before it with `=`, or moved to the end after `--`. Arguments that already contain `--`
 * are returned unchanged.
 */
export const withHyphenValues = (args: readonly string[]): string[] => {
  if (args.includes('--')) return [...args];
  const words: string[] = [];
  const positionals: string[] = [];
  for (const word of args) {
    const previous = words.at(-1);
    if (!hyphenValue.test(word)) words.push(word);
    else if (isOptionWithoutValue(previous)) words.splice(-1, 1, `${previous}=${word}`);
    else positionals.push(word);
  }
  return positionals.length > 0 ? [...words, '--', ...positionals] : words;
};
