import { addDays } from '@hofn/domain';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import type { Db } from '../open.ts';
import { authorities } from '../schema/authority.ts';
import { demoAgents } from './staff.ts';

/** Days before the demo begins from which authority counts. */
const days = 30;

type Given = {
  to: string;
  upTo: Partial<Record<AuthorityAct, number>>;
  by: [giver: string, confirmer: string];
};

/** Authority of the demo's employees for all lines: what is above Katrín's is approved by Bjarki or Ragna, above his by her. */
const given: readonly Given[] = [
  {
    to: 'katrin',
    upTo: {
      'claim.reserve': 2_000_000,
      'claim.decide': 500_000,
      'claim.pay': 500_000,
      'payment.refund': 200_000,
    },
    by: ['ragna', 'steinunn'],
  },
  {
    to: 'bjarki',
    upTo: { 'claim.reserve': 5_000_000, 'claim.decide': 1_500_000, 'claim.pay': 1_500_000 },
    by: ['katrin', 'steinunn'],
  },
  {
    to: 'ragna',
    upTo: {
      'claim.reserve': 20_000_000,
      'claim.decide': 5_000_000,
      'claim.pay': 5_000_000,
      'payment.refund': 500_000,
    },
    by: ['katrin', 'steinunn'],
  },
];

const idOf = (username: string): string => `employee|${username}`;
const nameOf = (username: string): string =>
  demoAgents.find((agent) => agent.username === username)?.fullName ?? username;

/**
 * Demo data: authority of the employees, each given by one administrator and confirmed by another. Nothing is added once there is any
 * authority, so that what was ended stays ended.
 * @param today `YYYY-MM-DD`
 */
export const seedAuthority = async (db: Db, today: string): Promise<void> => {
  if ((await db.$count(authorities)) > 0) return;
  const validFrom = addDays(today, -days);
  const at = `${validFrom}T09:00:00Z`;
  await db.insert(authorities).values(
    given.flatMap(({ to, upTo, by: [giver, confirmer] }) =>
      Object.entries(upTo).map(([act, amount]) => ({
        ...{ id: `demo-${to}-${act}`, employeeId: idOf(to), act, line: null, upTo: amount, validFrom },
        ...{ givenBy: idOf(giver), givenByName: nameOf(giver), givenAt: at },
        ...{ confirmedBy: idOf(confirmer), confirmedByName: nameOf(confirmer), confirmedAt: at },
      })),
    ),
  );
};
