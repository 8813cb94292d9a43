import type { Db } from '@hofn/database';
import { insuranceReferralSwitches } from '@hofn/database/schema/insurance.ts';
import { desc } from 'drizzle-orm';
import { readName } from '../editions/edition.ts';

/** Who has switched that everything is referred to people, and when. */
export type Referral = { by: string; at: string };

/** Who has switched that everything is referred; undefined when it is not. */
export const findReferral = async (db: Db): Promise<Referral | undefined> => {
  const { number, isOn, name, at } = insuranceReferralSwitches;
  const [newest] = await db
    .select({ isOn, by: name, at })
    .from(insuranceReferralSwitches)
    .orderBy(desc(number))
    .limit(1);
  return newest?.isOn ? { by: newest.by, at: newest.at } : undefined;
};

/**
 * Switches that everything is referred, or no longer.
 * @returns whether it was not so before
 * @throws EditionRefused
 */
export const switchReferral = async (
  db: Db,
  { isOn, by, at }: { isOn: boolean; by: string | undefined; at: string },
): Promise<boolean> => {
  const name = readName(by);
  if (Boolean(await findReferral(db)) === isOn) return false;
  await db.insert(insuranceReferralSwitches).values({ isOn, name, at });
  return true;
};
