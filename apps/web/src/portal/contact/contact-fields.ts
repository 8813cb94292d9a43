import { isEmail, parsePhone } from '@hofn/domain';
import * as z from 'zod/mini';

const isEmpty = (text: string): boolean => text.trim() === '';
const isPhone = (text: string): boolean => parsePhone(text) !== undefined;

/** Rules for e-mail and phones (rule PAY-1), which the API also enforces. */
export const contactFields = {
  email: z.string().check(
    z.refine((text) => !isEmpty(text), 'global|missingEmail'),
    z.refine((text) => isEmail(text.trim()), 'global|invalidEmail'),
  ),
  mobilePhone: z.string().check(z.refine(isPhone, 'global|invalidLocalPhoneNumber')),
  homePhone: z
    .string()
    .check(z.refine((text) => isEmpty(text) || isPhone(text), 'global|invalidLocalPhoneNumber')),
};

export type ContactFields = { email: string; mobilePhone: string; homePhone: string };
