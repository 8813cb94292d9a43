import type { Facts } from '@hofn/contracts';

type Claim = Facts<'claims'>;
type ClaimEvent = Claim['events'][number];

/** What an event says, of which everything but its number is given. */
export type NewEvent = Pick<ClaimEvent, 'status' | 'at' | 'role' | 'name'> &
  Partial<Pick<ClaimEvent, 'note' | 'lossAmount' | 'compensation'>>;

/** A claim's events with another one, which is never earlier than the last. */
export const withEvent = ({ events }: Claim, { at, ...event }: NewEvent): ClaimEvent[] => {
  const before = events.at(-1)?.at ?? '';
  // Events 0 and 1 of a claim that was filed in the portal are there already.
  const sequence = Math.max(1, ...events.map((each) => each.sequence)) + 1;
  return [
    ...events,
    {
      ...{ sequence, note: null, lossAmount: null, compensation: null, ...event },
      at: Date.parse(before) > Date.parse(at) ? before : at,
    },
  ];
};

/** Whether an employee works on a claim: each act of theirs leaves these facts, be they null. */
export const isWorkedOn = ({ reserve, decision }: Claim): boolean =>
  reserve !== undefined || decision !== undefined;
