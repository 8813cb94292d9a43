import { isBlank } from '@hofn/domain/typed-text.ts';
import { isParsed } from './parsed.ts';

/** Control characters other than tab and line breaks, and halves of surrogate pairs, which are no characters. */
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
/** Cheap first look for a text that may have a character without a glyph. */
const mayBeInvisible = /[^\x20-\x7e]/;

/** Whether a text has only characters that can be stored and shown. */
export const isPlainText = (text: string): boolean => !unstorable.test(text);

/** A text has a character that cannot be stored or shown; `path` is its field's (rule HOLD-24). */
export class UnstorableText extends Error {
  override name = 'UnstorableText';
  readonly statusCode = 400;
  readonly path: string;

  constructor(path: string) {
    super(`${path || 'the text'} has a control character or half a surrogate pair`);
    this.path = path;
  }
}

const below = (path: string, name: string): string => {
  // A name may have the fault itself, and is part of an answer.
  const shown = name.toWellFormed().replace(/\p{Cc}/gu, '\ufffd');
  return path === '' ? shown : `${path}.${shown}`;
};

/**
 * Checks every text of a parsed JSON value, in place: one that shows nothing becomes empty, so that it counts as missing
 * wherever a text is required. Iterative, because a body can be nested deeper than the stack.
 * @returns the value
 * @throws UnstorableText naming the first field whose name or text the database could not store
 */
export const plainTexts = <Value>(value: Value): Value => {
  const pending: Array<{ value: unknown; path: string }> = [{ value, path: '' }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path } = next;
    if (typeof next.value === 'string' && unstorable.test(next.value)) throw new UnstorableText(path);
    if (!isParsed(next.value)) continue;
    const fields = next.value;
    for (const [name, inner] of Object.entries(fields).toReversed()) {
      if (unstorable.test(name)) throw new UnstorableText(below(path, name));
      if (
        typeof inner === 'string' &&
        mayBeInvisible.test(inner) &&
        isBlank(inner) &&
        !unstorable.test(inner)
      )
        fields[name] = '';
      else pending.push({ value: inner, path: below(path, name) });
    }
  }
  return value;
};
