import { addDays } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { TextArea } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { ActForm } from './ActForm.tsx';
import { written } from './fields.ts';
import type { ActFormProps } from './ReserveForm.tsx';

const days = { usual: 10, most: 365 } as const;
const longestNeed = 300;

const schemaOf = (today: string) =>
  z.object({
    is: written(longestNeed),
    en: written(longestNeed),
    until: z.string().check(
      wholeDay(),
      z.refine((day) => day > today, 'claimDesk|dayMissing'),
    ),
  });

/** Asks the customer for papers with a last day; the case waits until then (rule DESK-8). */
export const AskForm = ({ claim, claimAction, onLeave }: ActFormProps) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  const initial = { is: '', en: '', until: addDays(today, days.usual) };
  const restored = useCaseDrafts().get('claimAsk').fields as Partial<typeof initial>;
  const form = useForm({ schema: schemaOf(today), initial, restored, focusesField: true });
  const draft = useCaseDraft('claimAsk', form);
  const submit = form.submit(async ({ is, en, until }) => {
    const act = { kind: 'claim.ask' as const, needs: [{ is, en }], needsBy: until };
    if (await draft.send(() => claimAction.act(claim, act))) onLeave();
  });
  return (
    <ActForm
      {...{ claimAction, draft, onLeave }}
      kind="claim.ask"
      label={t('claimDesk|act.claim.ask')}
      submit={t('claimDesk|sendAsk')}
      onSubmit={submit}
    >
      <p>{t('claimDesk|readIn')}</p>
      <TextArea label={t('claimDesk|needIs')} lang="is" rows={2} {...form.field('is')} />
      <TextArea label={t('claimDesk|needEn')} lang="en" rows={2} {...form.field('en')} />
      <DayField
        label={t('claimDesk|needsBy')}
        hint={t('claimDesk|needsByHint')}
        min={addDays(today, 1)}
        max={addDays(today, days.most)}
        {...form.dayField('until')}
      />
    </ActForm>
  );
};
