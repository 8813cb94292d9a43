import type { Footer } from '../content/site.ts';

/** Link target of a phone number; one without a country code is Icelandic. */
export const phoneHref = (phone: string): string =>
  `tel:${/^\+/.test(phone) ? '' : '+354'}${phone.replaceAll(/[^+\d]/g, '')}`;

/** An Icelandic number as it is dialled from abroad. */
export const fromAbroad = (phone: string): string => `+354\u00a0${phone}`;

/**
 * The emergency service abroad, with the number of the setting that content names by its placeholder (rule LIFE-11): the
 * hours in the footer with a number in another country, or with the only number that has a country code.
 */
export const emergencyAbroad = ({ openingHours }: Footer) =>
  openingHours.find(({ phone }) => /^\+(?!354)/.test(phone ?? '')) ??
  openingHours.find(({ phone }) => /^\+/.test(phone ?? ''));
