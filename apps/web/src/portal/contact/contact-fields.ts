import { isBlank, parseEmail, parsePhone } from '@hofn/domain';
import * as z from 'zod/mini';

const isPhone = (text: string): boolean => parsePhone(text) !== undefined;

/** Rules for e-mail and phones (rule PAY-1), which the API also enforces. */
export const contactFields = {
  email: z.string().check(
    z.refine((text) => !isBlank(text), 'global|missingEmail'),
    z.refine((text) => parseEmail(text) !== undefined, 'global|invalidEmail'),
  ),
  mobilePhone: z.string().check(z.refine(isPhone, 'global|invalidLocalPhoneNumber')),
  homePhone: z
    .string()
    .check(z.refine((text) => isBlank(text) || isPhone(text), 'global|invalidLocalPhoneNumber')),
};

export type ContactFields = { email: string; mobilePhone: string; homePhone: string };
