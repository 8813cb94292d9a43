import { type Db, type Jobs, writeMail } from '@hofn/database';
import { createPasswordStore } from '../password/store.ts';

/** Queues an e-mail to a customer about a change of how they sign in, unless they have no address. */
export const notifyCustomer = async (
  tx: Db,
  outbox: Pick<Jobs, 'send'>,
  { kind, sub, at }: { kind: 'passkeyAdded' | 'passwordChanged'; sub: string; at: Date },
): Promise<void> => {
  const { email, language } = await createPasswordStore(tx).contact(sub);
  if (email === null) return;
  const createdAt = at.toISOString();
  const mail = { kind, about: { at: createdAt }, recipient: email, language, createdAt };
  await writeMail(tx, outbox, { ...mail, customerId: sub, actorId: sub });
};
