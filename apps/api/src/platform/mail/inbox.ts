import type { MailKind } from '../consents.ts';
import type { Letter } from './letter.ts';

/** E-mails that only deliver a file the customer has just requested: not news for the inbox. */
const deliveries: ReadonlySet<string> = new Set<MailKind>([
  'policyOverview',
  'policy',
  'transactionOverview',
  'claimsOverview',
  'travelCard',
  'travelConfirmation',
  'insuranceProof',
]);

/** An entry of the customer's inbox, taken from an e-mail. */
export type InboxEntry = { subject: string; summary: string; path: string | null };

/**
 * The inbox entry of an e-mail, or undefined when it is not news.
 * @param site base address of the site, the prefix of the link in the e-mail
 */
export const inboxEntryOf = (kind: string, letter: Letter, site: string): InboxEntry | undefined => {
  if (deliveries.has(kind)) return undefined;
  const { subject, preheader: summary, button } = letter;
  const isOurs = button?.url.startsWith(`${site}/`);
  return { subject, summary, path: isOurs ? (button?.url.slice(site.length) ?? null) : null };
};
