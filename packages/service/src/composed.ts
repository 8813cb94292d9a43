import { isParsed } from './parsed.ts';

/** Below it, every character is in composed form already. */
const mayBeDecomposed = /[\u0300-\uffff]/;

const composeText = (text: string): string => (mayBeDecomposed.test(text) ? text.normalize('NFC') : text);

/**
 * Puts every text of a parsed JSON value into Unicode's composed form (NFC), in place: macOS and some keyboards send
 * `ó` as two characters, which searches, comparisons and limits would treat as another text. Iterative, because a body
 * can be nested deeper than the stack.
 * @returns the value
 */
export const composed = <Value>(value: Value): Value => {
  if (typeof value === 'string') return composeText(value) as Value;
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isParsed(next)) continue;
    for (const [name, inner] of Object.entries(next)) {
      if (typeof inner !== 'string') pending.push(inner);
      else if (mayBeDecomposed.test(inner)) next[name] = composeText(inner);
    }
  }
  return value;
};
