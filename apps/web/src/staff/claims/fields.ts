import { parseIsk } from '@hofn/domain';
import * as z from 'zod/mini';

/** An amount as typed; its value is whole ISK. @param isOptional whether it may be left empty, which is 0 */
export const amount = (isOptional = false) =>
  z.pipe(
    z.string().check(
      z.refine((text) => (isOptional && text.trim() === '') || parseIsk(text) !== undefined, {
        error: 'claimDesk|amountWrong',
      }),
    ),
    z.transform((text: string) => parseIsk(text) ?? 0),
  );

/** A text in one language, as the customer reads it. */
export const written = (longest: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, 'claimDesk|textMissing'), z.maxLength(longest, 'global|maxLength'));
