import type { Footer, OpeningHours } from '../content/site.ts';

/** Link target of a phone number; one without a country code is Icelandic. */
export const phoneHref = (phone: string): string =>
  `tel:${phone.startsWith('+') ? '' : '+354'}${phone.replaceAll(/[^+\d]/g, '')}`;

/** An Icelandic number as it is dialled from abroad. */
export const fromAbroad = (phone: string): string => `+354\u00a0${phone}`;

/**
 * The emergency service abroad, with the number of the setting that content names by its placeholder (rule LIFE-11): the
 * only hours in the footer with a number in another country.
 */
export const emergencyAbroad = ({ openingHours }: Footer): (OpeningHours & { phone: string }) | undefined =>
  openingHours.flatMap(({ phone, ...hours }) =>
    phone?.startsWith('+') && !phone.startsWith('+354') ? { ...hours, phone } : [],
  )[0];
