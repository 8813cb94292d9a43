import { z } from 'zod';
import { production } from './production.ts';
import { required } from './production-rules.ts';

/**
 * `CONTACT_PHONE_ABROAD`, the one emergency number for customers abroad (rule LIFE-11). The API states it on travel cards,
 * the content service in every text. No subscriber has the default: Danish numbers do not begin with 0.
 */
export const emergencyPhoneSetting = z
  .string()
  .regex(/^\+\d[\d ]{6,18}\d$/, 'must be an international number, such as +45 0000 0112')
  .default('+45 0000 0112')
  .describe(
    'emergency number for customers abroad, as shown to them; the same for the API and the content service',
  )
  .register(production, required('travellers would call a number that does not exist'));

/** What editors write for the emergency number abroad. */
const placeholder = '{emergencyPhone}';

/** A copy of content with the emergency number in place of its placeholder. */
export const fillEmergencyPhone = <Content>(content: Content, phone: string): Content => {
  const text = JSON.stringify(content);
  if (!text.includes(placeholder)) return content;
  // Escaped as inside a JSON string, although a phone number needs no escape.
  return JSON.parse(text.replaceAll(placeholder, JSON.stringify(phone).slice(1, -1)));
};
