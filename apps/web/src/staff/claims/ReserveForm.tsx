import type { StaffClaim } from '@hofn/contracts';
import { parseIsk } from '@hofn/domain';
import { formatNumber } from '@hofn/texts';
import { MoneyField } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ActForm } from './ActForm.tsx';
import { isAboveAuthority } from './authority.ts';
import { amount } from './fields.ts';
import type { ClaimAction } from './useClaimAction.ts';

/** What every form of an act needs. */
export type ActFormProps = { claim: StaffClaim; claimAction: ClaimAction; onLeave: () => void };

const schema = z.object({ reserve: amount() });

/** Sets the reserve: what the claim is expected to cost, for staff only. */
export const ReserveForm = ({ claim, claimAction, onLeave }: ActFormProps) => {
  const t = useTexts<'staff'>();
  const initial = { reserve: claim.reserve === null ? '' : formatNumber(t.language, claim.reserve) };
  const form = useForm({ schema, initial, focusesField: true });
  const submit = form.submit(async ({ reserve }) => {
    if (await claimAction.act(claim, { kind: 'claim.reserve', reserve })) onLeave();
  });
  return (
    <ActForm
      {...{ claimAction, onLeave }}
      kind="claim.reserve"
      label={t('claimDesk|act.claim.reserve')}
      submit={t('claimDesk|setReserve')}
      isAbove={isAboveAuthority(claim, 'claim.reserve', parseIsk(form.value('reserve')) ?? 0)}
      onSubmit={submit}
    >
      <MoneyField
        label={t('claimDesk|reserve')}
        hint={t('claimDesk|reserveHint')}
        language={t.language}
        unit={t('claimDesk|isk')}
        {...form.field('reserve')}
      />
    </ActForm>
  );
};
