import type { z } from 'zod';

/**
 * A body that the database has written as JSON in the shape of the contract (decision 61). It is handed on as it is:
 * to read it, check it and write it again cost more than all the rest of the answer.
 */
export class Written<Body> {
  readonly text: string;
  /** Of what shape, for the compiler alone. */
  declare readonly body: Body;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A body of which the database wrote all but a few fields.
 * @param text an object with at least one field, as JSON
 */
export const writtenWith = <Body extends object>(text: string, rest: Partial<Body>): Written<Body> =>
  new Written(`${text.slice(0, -1)},${JSON.stringify(rest).slice(1)}`);

/** What was written, for those who need it in their hands: a document, a mail. */
export const readWritten = <Body>(schema: z.ZodType<Body>, { text }: Written<Body>): Body =>
  schema.parse(JSON.parse(text));
