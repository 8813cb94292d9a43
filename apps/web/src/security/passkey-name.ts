import * as z from 'zod/mini';

/** The form of a passkey's name. */
export const passkeyNameSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'security|missingName'), z.maxLength(60, 'errorCode|tooLong')),
});
