/** The predicate language of the REST search: `[[at(document.type, "product")][any(document.tags, ["a", "b"])]]`. */

export type Value = string | number | boolean;
export type Predicate = { name: string; path: string; args: readonly (Value | readonly Value[])[] };

/** A search that cannot be read, or that asks for what there is not. */
export class SearchFault extends Error {
  override name = 'SearchFault';
}

const tooMany = 20;

/** One reader over the text; each part takes what it knows and leaves the rest. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(wanted: string): never {
    const found = this.#text.slice(this.#at, this.#at + 20) || 'the end';
    throw new SearchFault(`Expected ${wanted} at character ${this.#at + 1} of q, found ${found}`);
  }

  /** Takes what the pattern matches here, after any blanks; undefined when it does not. */
  take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(`\\s*(${pattern.source})`, 'y');
    sticky.lastIndex = this.#at;
    const match = sticky.exec(this.#text);
    if (!match) return undefined;
    this.#at = sticky.lastIndex;
    return match[1];
  }

  need(pattern: RegExp, wanted: string): string {
    return this.take(pattern) ?? this.#fail(wanted);
  }

  #value(): Value {
    const quoted = this.take(/"(?:[^"\\]|\\.)*"/);
    if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, '$1');
    const number = this.take(/-?\d+(?:\.\d+)?/);
    if (number !== undefined) return Number(number);
    return this.need(/true|false/, 'a text in quotes, a number, true or false') === 'true';
  }

  #argument(): Value | Value[] {
    if (this.take(/\[/) === undefined) return this.#value();
    const values: Value[] = [];
    if (this.take(/\]/) !== undefined) return values;
    do values.push(this.#value());
    while (this.take(/,/) !== undefined);
    this.need(/\]/, ']');
    return values;
  }

  predicate(): Predicate {
    this.need(/\[/, '[');
    this.take(/:d\s*=/);
    const name = this.need(/[a-z][\w.-]*/i, 'the name of a predicate');
    this.need(/\(/, '(');
    const path = this.take(/[a-z_][\w.-]*/i) ?? '';
    const args: (Value | Value[])[] = [];
    if (path === '' && this.take(/\)/) === undefined) args.push(this.#argument());
    while (this.take(/,/) !== undefined) args.push(this.#argument());
    this.need(/\)/, ')');
    this.need(/\]/, ']');
    return { name, path, args };
  }

  all(): Predicate[] {
    const predicates: Predicate[] = [];
    this.need(/\[/, '[');
    while (this.take(/\]/) === undefined) predicates.push(this.predicate());
    this.need(/$/, 'the end');
    return predicates;
  }
}

/**
 * Reads the `q` of a search, given once or many times; all predicates must hold.
 * @throws SearchFault
 */
export const parsePredicates = (texts: readonly string[]): Predicate[] => {
  const predicates = texts.filter(Boolean).flatMap((text) => new Reader(text).all());
  if (predicates.length > tooMany) throw new SearchFault(`At most ${tooMany} predicates in one search`);
  return predicates;
};

export type Ordering = { path: string; descending: boolean };

/** Reads `orderings`: `[my.article.date desc, document.first_publication_date]`. @throws SearchFault */
export const parseOrderings = (text: string): Ordering[] =>
  text
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const match = /^([a-z_][\w.-]*)(?:\s+(asc|desc))?$/i.exec(part);
      if (!match?.[1]) throw new SearchFault(`The ordering ${part} is not a field, with or without desc`);
      return { path: match[1], descending: match[2]?.toLowerCase() === 'desc' };
    });
