import type { Db } from '@hofn/database';
import { createPasskeyStore } from './store.ts';

/** Lists, renames and removes the passkeys of an account. */
export const createPasskeyChanges = (db: Db) => ({
  list: createPasskeyStore(db).list,
  /** @param onRenamed called in the transaction. @returns whether the passkey exists */
  rename: (sub: string, id: string, name: string, onRenamed: (tx: Db) => Promise<void>): Promise<boolean> =>
    db.transaction(async (tx) => {
      const isRenamed = await createPasskeyStore(tx).rename(sub, id, name);
      if (isRenamed) await onRenamed(tx);
      return isRenamed;
    }),
  /**
   * Removes a passkey, unless an employee could then no longer sign in with two factors (rule HOLD-11).
   * @param onRemoved called in the transaction
   */
  remove: (
    sub: string,
    id: string,
    onRemoved: (tx: Db) => Promise<void>,
  ): Promise<'removed' | 'notFound' | 'passkeyLast'> =>
    db.transaction(async (tx) => {
      const stored = createPasskeyStore(tx);
      const needsPasskey = await stored.lockOwner(sub);
      const keys = await stored.list(sub);
      if (!keys.some((key) => key.id === id)) return 'notFound';
      if (needsPasskey && keys.length === 1) return 'passkeyLast';
      await stored.remove(sub, id);
      await onRemoved(tx);
      return 'removed';
    }),
});
