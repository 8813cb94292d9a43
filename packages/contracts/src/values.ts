import { cleanEmail, isEmail, kennitalaDigits } from '@hofn/domain';
import { z } from 'zod';

/** Whole Icelandic krónur. */
export const isk = z.int().describe('whole ISK');
/** Whole ISK of policies and accounts, which are stored in 32 bits. A loss can be more: amounts of claims are `isk`. */
export const accountIsk = isk.min(-2_147_483_648).max(2_147_483_647);
/** A calendar day, `2026-11-21`. */
export const day = z.iso.date();
/** An instant in UTC, `2026-11-21T10:00:00Z`. */
export const instant = z.iso.datetime();
/** An opaque identifier. */
export const id = z.string().min(1).max(64);
/** Ten digits, without a dash (rule KT-10). */
export const ssn = z.string().regex(/^\d{10}$/);
/** Longest text that a pasted identifier may have, with its separators and invisible characters (rule HOLD-24). */
export const longestIdentifier = 100;
/** A kennitala as people type or paste it (rule HOLD-24); the handler receives ten digits. */
export const typedSsn = z
  .string()
  .max(longestIdentifier)
  .overwrite((text) => kennitalaDigits(text) ?? text)
  .regex(/^\d{10}$/);
/** An e-mail address (rule FORM-6a), cleaned of what is pasted with it (rule HOLD-24). */
export const email = z
  .string()
  .overwrite(cleanEmail)
  .check(({ value, issues }) => {
    if (!isEmail(value)) issues.push({ code: 'invalid_format', format: 'email', input: value });
  });

/** Filters and sort order of a list whose rows have a date (rule PORT-19). */
export const datedList = {
  search: z.string().trim().max(100).optional(),
  from: day.optional().describe('first day'),
  to: day.optional().describe('last day'),
  sort: z.enum(['newest', 'oldest']).default('newest'),
};
