import { accessGrants, actingChoices, type Database } from '@hofn/database';
import { noon } from '../testing.ts';

const year = { validFrom: '2026-03-01', validTo: '2027-02-28' };

/** Anna has given Birgir access (`g1`), and he her (`g2`); nobody acts for anybody else. */
export const fillAccess = async ({ db }: Database): Promise<void> => {
  await db.delete(accessGrants);
  await db.delete(actingChoices);
  await db.insert(accessGrants).values([
    {
      customerId: 'anna',
      id: 'g1',
      holderId: 'birgir',
      role: 'Readonly',
      givenAt: noon,
      givenBy: 'anna',
      ...year,
    },
    {
      customerId: 'birgir',
      id: 'g2',
      holderId: 'anna',
      role: 'Full',
      givenAt: noon,
      givenBy: 'birgir',
      ...year,
    },
  ]);
};
