import { TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ActForm } from './ActForm.tsx';
import { written } from './fields.ts';
import type { ActFormProps } from './ReserveForm.tsx';

const longest = 2000;
const schema = z.object({ is: written(longest), en: written(longest) });
const blank = { is: '', en: '' };

/** Closes a claim without a decision, or reopens it: the customer reads why in their language. */
export const NoteForm = ({
  kind,
  claim,
  claimAction,
  onLeave,
}: ActFormProps & { kind: 'claim.close' | 'claim.reopen' }) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: blank, focusesField: true });
  const submit = form.submit(async (note) => {
    if (await claimAction.act(claim, { kind, note })) onLeave();
  });
  return (
    <ActForm
      {...{ claimAction, kind, onLeave }}
      label={t(`claimDesk|act.${kind}`)}
      submit={t(`claimDesk|act.${kind}`)}
      onSubmit={submit}
    >
      <p>{t('claimDesk|readIn')}</p>
      <TextArea label={t('claimDesk|whyIs')} lang="is" rows={3} {...form.field('is')} />
      <TextArea label={t('claimDesk|whyEn')} lang="en" rows={3} {...form.field('en')} />
    </ActForm>
  );
};
