import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, eq, gt } from 'drizzle-orm';
import type { Random } from '../passwords.ts';
import type { OutsideProvider, OutsideTransaction } from './outside-provider.ts';
import { admitStaff, type Cause, type StaffOutcome } from './staff-accounts.ts';

const model = 'FederatedSignIn';
/** Time to sign in at the outside provider. */
const signInMs = 30 * 60_000;
const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** Staff sign-in at the insurer's OpenID provider, each for one open sign-in here (`uid`) (rule HOLD-11). */
export const createFederatedSignIn = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  provider: OutsideProvider;
  /** Whether staff who are not linked to the provider may sign in here. */
  allowsLocal: boolean;
}) => {
  const { db, clock, provider, allowsLocal } = parts;
  const byState = (state: string) =>
    and(
      eq(oidcRecords.model, model),
      eq(oidcRecords.id, hashed(state)),
      gt(oidcRecords.expiresAt, clock.now()),
    );
  return {
    allowsLocal,

    /** @returns URL of the provider's sign-in page. @throws OutsideSignInFailed `down` */
    begin: async (uid: string, isFresh: boolean, language: string): Promise<string> => {
      const { url, transaction } = await provider.begin(isFresh, language);
      await db.insert(oidcRecords).values({
        model,
        id: hashed(transaction.state),
        payload: { ...transaction, interaction: uid },
        expiresAt: new Date(clock.now().getTime() + signInMs),
      });
      return url.href;
    },

    /** The open sign-in that a response belongs to, if there is one. */
    interactionOf: async (state: string): Promise<string | undefined> => {
      const [row] = await db.select({ payload: oidcRecords.payload }).from(oidcRecords).where(byState(state));
      return row && String(row.payload.interaction);
    },

    /**
     * Exchanges a response for the employee, once. Undefined when it does not belong to this open sign-in.
     * @param query of the response, as received
     * @throws OutsideSignInFailed
     */
    complete: async (uid: string, query: string, cause: Cause): Promise<StaffOutcome | undefined> => {
      const state = new URLSearchParams(query).get('state') ?? '';
      const [row] = await db
        .delete(oidcRecords)
        .where(byState(state))
        .returning({ payload: oidcRecords.payload });
      if (row?.payload.interaction !== uid) return undefined;
      const identity = await provider.complete(query, row.payload as OutsideTransaction);
      return admitStaff(parts, identity, cause);
    },
  };
};
export type FederatedSignIn = ReturnType<typeof createFederatedSignIn>;
