import { z } from 'zod';

/** A key that the source chose for one of its facts: opaque to us, and never a kennitala. */
export const sourceKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.:~-]+$/)
  .describe('key of the source: letters, digits and . : ~ _ -');

/** The version of a fact: a number that only increases at the source. */
export const factVersion = z
  .int()
  .min(1)
  .describe('increases with every change at the source; an equal or older version changes nothing');

/** A text that customers read, in both languages. */
export const bothLanguages = (longest: number) =>
  z.strictObject({
    is: z.string().trim().min(1).max(longest),
    en: z.string().trim().min(1).max(longest),
  });

/** A fact of the same type or another, by the key it was sent with. Another source's facts are named with that source. */
export const reference = z.union([
  sourceKey,
  z.strictObject({ source: z.string().min(1).max(64), key: sourceKey }),
]);
export type Reference = z.infer<typeof reference>;

/** An issue whose message is for programs, the same in every language. */
export const factIssue = (input: unknown, path: readonly (string | number)[], message: string) => ({
  code: 'custom' as const,
  path: [...path],
  message,
  input,
  params: { forPrograms: true },
});

/** A code or id that the insurer chose, such as `kasko`. */
export const code = z.string().min(1).max(64);

/** Checks that no two parts of an aggregate have the same id. */
export const uniqueIds = (what: string) =>
  z.refine<Array<{ id: string }>>((items) => new Set(items.map(({ id }) => id)).size === items.length, {
    error: `Two ${what} have the same id.`,
    params: { forPrograms: true },
  });
