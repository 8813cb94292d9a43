import type { InsuranceProof, Policy } from '@hofn/contracts';
import { cleanEmail, isEmail } from '@hofn/domain';
import { cleanProofText, isProofReference, isRecipientName, proofPurposes } from '@hofn/domain/proofs.ts';
import { languages } from '@hofn/texts/language.ts';
import { Button, RadioGroup, Section, Stack, TextField } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';

const schema = z.object({
  purpose: z.enum(proofPurposes, 'global|requiredField'),
  recipient: z.string().check(
    z.overwrite(cleanProofText),
    z.minLength(1, 'proof|recipientMissing'),
    z.refine((text) => text === '' || isRecipientName(text), 'proof|recipientWrong'),
  ),
  email: z.string().check(
    z.overwrite(cleanEmail),
    z.refine((text) => text === '' || isEmail(text), 'global|invalidEmail'),
  ),
  reference: z.string().check(
    z.overwrite(cleanProofText),
    z.refine((text) => text === '' || isProofReference(text), 'proof|referenceWrong'),
  ),
  language: z.enum(languages),
});

type Props = { policy: Policy; onMade: (proof: InsuranceProof) => void };

/** Asks whom a proof is for, and makes it. */
export const MakeProof = ({ policy, onMade }: Props) => {
  const t = useTexts<'portal'>();
  const initial = {
    purpose: '' as (typeof proofPurposes)[number],
    ...{ recipient: '', email: '', reference: '', language: t.language },
  };
  const form = useForm({ schema, initial });
  const { send, state, error } = usePost('/api/policy/v1/proofs');
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  const submit = form.submit(async ({ email, reference, ...rest }) => {
    if (state === 'sending') return;
    const body = { policyId: policy.id, ...rest, ...(email && { email }), ...(reference && { reference }) };
    const proof = await send({ body });
    if (!proof) return;
    setNotification({ id: 'proof', text: t('proof|made') });
    form.reset();
    onMade(proof);
  });
  return (
    <Section title={t('proof|formTitle')} width="form">
      <form noValidate onSubmit={submit}>
        <Stack gap="l">
          <FormErrors form={form} title={t('proof|failed')} error={error} />
          <RadioGroup
            label={t('proof|purpose')}
            {...form.field('purpose')}
            options={proofPurposes.map((value) => ({ value, label: t(`proofPurpose|${value}`) }))}
          />
          <TextField
            label={t('proof|recipient')}
            hint={t('proof|recipientHint')}
            autoComplete="off"
            {...form.field('recipient')}
          />
          <TextField
            label={t('proof|reference')}
            hint={t('proof|referenceHint')}
            autoComplete="off"
            {...form.field('reference')}
          />
          <TextField
            label={t('proof|email')}
            hint={t('proof|emailHint')}
            type="email"
            autoComplete="off"
            {...form.field('email')}
          />
          <RadioGroup
            label={t('documents|language')}
            hasColumns
            {...form.field('language')}
            options={languages.map((value) => ({ value, label: t(`documents|language.${value}`) }))}
          />
          <Button type="submit" isLoading={state === 'sending'} loadingLabel={t('proof|making')}>
            {t('proof|make')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
};
