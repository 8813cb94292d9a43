import { isEmail } from '@hofn/domain';
import { z } from 'zod';

/** Whole Icelandic krónur. */
export const isk = z.int().describe('whole ISK');
/** A calendar day, `2026-11-21`. */
export const day = z.iso.date();
/** An instant in UTC, `2026-11-21T10:00:00Z`. */
export const instant = z.iso.datetime();
/** An opaque identifier. */
export const id = z.string().min(1).max(64);
/** Ten digits, without a dash (rule KT-10). */
export const ssn = z.string().regex(/^\d{10}$/);
/** An e-mail address (rule FORM-6a); surrounding spaces are trimmed. */
export const email = z
  .string()
  .trim()
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
