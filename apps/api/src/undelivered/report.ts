import type { Db, mails } from '@hofn/database';
import { openWorkItem } from '../work-items/open-work-item.ts';

/** Opens the case about a customer's undelivered e-mails, in the transaction that records that one was refused. */
export const reportUndelivered = (
  tx: Db,
  { customerId, language }: Pick<typeof mails.$inferSelect, 'customerId' | 'language'>,
  openedAt: Date,
): Promise<string> =>
  openWorkItem(tx, { kind: 'mail', matterId: customerId, customerId, language, openedAt });
