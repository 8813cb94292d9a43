import type { MailKind } from '../consents.ts';
import type { Letter } from './letter.ts';

/** Mails that only bring a file the customer has just asked for: no news to them. */
const requested: ReadonlySet<string> = new Set<MailKind>([
  'policyOverview',
  'policy',
  'transactionOverview',
  'claimsOverview',
  'travelCard',
  'travelConfirmation',
]);

/** What the inbox on My pages keeps of a letter. */
export type Announced = { subject: string; summary: string; path: string | null };

/**
 * What a letter says in the inbox, or nothing where it is no news.
 * @param site address of the site with its base, which the letter's link begins with
 */
export const announcedOf = (kind: string, letter: Letter, site: string): Announced | undefined => {
  if (requested.has(kind)) return undefined;
  const { subject, preheader: summary, button } = letter;
  const isOurs = button?.url.startsWith(`${site}/`);
  return { subject, summary, path: isOurs ? (button?.url.slice(site.length) ?? null) : null };
};
