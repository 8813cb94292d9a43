/** The predicate language of the REST search: `[[at(document.type, "product")][any(document.tags, ["a", "b"])]]`. */

export type Value = string | number | boolean;
export type Predicate = { name: string; path: string; args: readonly (Value | readonly Value[])[] };

/** A search that cannot be parsed, or names something unknown. */
export class SearchError extends Error {
  override name = 'SearchError';
}

const maxPredicates = 20;

/** Recursive-descent parser. */
class PredicateParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(expected: string): never {
    const found = this.#text.slice(this.#at, this.#at + 20) || 'the end';
    throw new SearchError(`Expected ${expected} at character ${this.#at + 1} of q, found ${found}`);
  }

  /** Consumes a match of the pattern at the current position, after blanks; undefined without a match. */
  take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(`\\s*(${pattern.source})`, 'y');
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#text);
    if (!match) return undefined;
    this.#at = sticky.lastIndex;
    return match[1];
  }

  expect(pattern: RegExp, expected: string): string {
    return this.take(pattern) ?? this.#fail(expected);
  }

  #value(): Value {
    const quoted = this.take(/"(?:[^"\\]|\\.)*"/);
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, '$1');
    const number = this.take(/-?\d+(?:\.\d+)?/);
    if (number !== undefined) return Number(number);
    return this.expect(/true|false/, 'a text in quotes, a number, true or false') === 'true';
  }

  #argument(): Value | Value[] {
    if (this.take(/\[/) === undefined) return this.#value();
    const values: Value[] = [];
    if (this.take(/\]/) !== undefined) return values;
    do values.push(this.#value());
    while (this.take(/,/) !== undefined);
    this.expect(/\]/, ']');
    return values;
  }

  predicate(): Predicate {
    this.expect(/\[/, '[');
    this.take(/:d\s*=/);
    const name = this.expect(/[a-z][\w.-]*/i, 'the name of a predicate');
    this.expect(/\(/, '(');
    const path = this.take(/[a-z_][\w.-]*/i) ?? '';
    const args: (Value | Value[])[] = [];
    if (path === '' && this.take(/\)/) === undefined) args.push(this.#argument());
    while (this.take(/,/) !== undefined) args.push(this.#argument());
    this.expect(/\)/, ')');
    this.expect(/\]/, ']');
    return { name, path, args };
  }

  all(): Predicate[] {
    const predicates: Predicate[] = [];
    this.expect(/\[/, '[');
    while (this.take(/\]/) === undefined) predicates.push(this.predicate());
    this.expect(/$/, 'the end');
    return predicates;
  }
}

/**
 * Parses the `q` parameters of a search; a document must match all predicates.
 * @throws SearchError
 */
export const parsePredicates = (texts: readonly string[]): Predicate[] => {
  const predicates = texts.filter(Boolean).flatMap((text) => new PredicateParser(text).all());
  if (predicates.length > maxPredicates)
    throw new SearchError(`At most ${maxPredicates} predicates in one search`);
  return predicates;
};

export type Ordering = { path: string; descending: boolean };

/** Parses `orderings`: `[my.article.date desc, document.first_publication_date]`. @throws SearchError */
export const parseOrderings = (text: string): Ordering[] =>
  text
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const match = /^([a-z_][\w.-]*)(?:\s+(asc|desc))?$/i.exec(part);
      if (!match?.[1]) throw new SearchError(`The ordering ${part} is not a field, with or without desc`);
      return { path: match[1], descending: match[2]?.toLowerCase() === 'desc' };
    });
