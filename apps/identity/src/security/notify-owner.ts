import {
  type Db,
  type EmployeeNoticeJob,
  employeeNoticeQueue,
  type Jobs,
  type SignInNotice,
  writeMail,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { kindOf } from '../accounts.ts';
import { createPasswordStore } from '../password/store.ts';

/**
 * Queues an e-mail about a change of how a customer or an employee signs in (rule HOLD-12). Customers without an address
 * get none.
 * @param language of the e-mail to an employee; customers have chosen theirs
 */
export const notifyOwner = async (
  tx: Db,
  outbox: Pick<Jobs, 'send'>,
  { kind, sub, at, language }: { kind: SignInNotice; sub: string; at: Date; language: Language },
): Promise<void> => {
  const createdAt = at.toISOString();
  if (kindOf(sub) === 'employee') {
    const job: EmployeeNoticeJob = { employeeId: sub, kind, at: createdAt, language };
    await outbox.send(tx, employeeNoticeQueue.name, job);
    return;
  }
  const { email, language: chosen } = await createPasswordStore(tx).contact(sub);
  if (email === null) return;
  const mail = { kind, about: { at: createdAt }, recipient: email, language: chosen, createdAt };
  await writeMail(tx, outbox, { ...mail, customerId: sub, actorId: sub });
};
