import { type ClaimCoverAssessed, caseLimits, type StaffClaimAct } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { Fault } from '../../platform/fault.ts';

/** Checks that no more is taken off a loss than it is. @throws Fault `validation` naming the field of the line */
export const checkAmounts = (covers: readonly ClaimCoverAssessed[], path: string): void => {
  const fields = covers.flatMap(({ loss, depreciation, ownShare }, index) => {
    const line = `${path}.${index}`;
    if (depreciation > loss)
      return [{ path: `${line}.depreciation`, reason: 'atMost', params: { max: loss } }];
    const left = loss - depreciation;
    return ownShare > left ? [{ path: `${line}.ownShare`, reason: 'atMost', params: { max: left } }] : [];
  });
  if (fields.length > 0) throw new Fault('validation', { fields });
};

/** Checks what the schema cannot say of an act. @throws Fault `validation` naming `act.needsBy`, or an amount of a cover */
export const checkAct = (act: StaffClaimAct, today: string): void => {
  if (act.kind === 'claim.decide') checkAmounts(act.covers, 'act.covers');
  if (act.kind !== 'claim.ask') return;
  const reason =
    act.needsBy <= today
      ? 'laterDay'
      : act.needsBy > addDays(today, caseLimits.waitDays)
        ? 'withinYear'
        : undefined;
  if (reason) throw new Fault('validation', { fields: [{ path: 'act.needsBy', reason }] });
};
