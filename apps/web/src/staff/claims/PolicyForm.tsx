import type { StaffClaim } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { RadioGroup } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ActForm } from './ActForm.tsx';
import type { ActFormProps } from './ReserveForm.tsx';

const schema = z.object({ policy: z.string().check(z.minLength(1, 'claimDesk|policyMissing')) });

/** The policy to begin with: the one that counts now, or the only one that was in force on the day of loss. */
const policyToBeginWith = ({ judgedBy, policies }: StaffClaim): string => {
  if (judgedBy?.policy) return judgedBy.policy.number;
  const inForce = policies.filter(({ coverage }) => coverage === 'covered');
  return (inForce.length === 1 && inForce[0]?.number) || '';
};

/** Says which policy of the customer the claim is judged by, for one that was filed without any or with the wrong one (rule INS-8). */
export const PolicyForm = ({ claim, claimAction, onLeave }: ActFormProps) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { policy: policyToBeginWith(claim) }, focusesField: true });
  const submit = form.submit(async ({ policy }) => {
    if (await claimAction.act(claim, { kind: 'claim.policy', policy })) onLeave();
  });
  const day = (on: string) => formatDate(t.language, on, 'medium');
  return (
    <ActForm
      {...{ claimAction, onLeave }}
      kind="claim.policy"
      label={t('claimDesk|act.claim.policy')}
      submit={t('claimDesk|choosePolicy')}
      onSubmit={submit}
    >
      <RadioGroup
        label={t('claimDesk|policyUsed')}
        hint={t('claimDesk|policyHint')}
        options={claim.policies.map(({ number, name, insured, validFrom, validTo, coverage }) => ({
          value: number,
          label: [name, insured].filter(Boolean).join(', '),
          hint: `${t(`claimDesk|coverage.${coverage}`)} · ${t('claimDesk|policyPeriod', {
            ...{ number, from: day(validFrom), to: day(validTo) },
          })}`,
        }))}
        {...form.field('policy')}
      />
    </ActForm>
  );
};
