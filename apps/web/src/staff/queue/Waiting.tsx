import { caseLimits, caseWaitsFor, type StaffCase } from '@hofn/contracts/cases.ts';
import { addDays } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { Button, RadioGroup, Row, Stack, TextArea } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { FormEnd } from './FormEnd.tsx';
import type { CaseAction } from './useCaseAction.ts';
import { useFold } from './useFold.ts';
import { waitText } from './waits.ts';

type Props = { data: StaffCase; caseAction: CaseAction };

const schemaOf = (today: string) =>
  z
    .object({
      for: z.enum(caseWaitsFor.options, { error: 'caseWaits|whoMissing' }),
      until: z.string().check(
        wholeDay(),
        z.refine((day) => day > today, 'caseWaits|untilMissing'),
      ),
      note: z.string().check(z.trim(), z.maxLength(caseLimits.note, 'global|maxLength')),
    })
    .check(
      z.refine((values) => !(values.for === 'something' && values.note === ''), {
        path: ['note'],
        message: 'caseWaits|noteMissing',
      }),
    );
const blank = { for: '', until: '', note: '' };

const WaitForm = ({ data, caseAction, onLeave }: Props & { onLeave: () => void }) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  const form = useForm({
    schema: schemaOf(today),
    initial: blank,
    restored: useCaseDrafts().get('wait').fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft('wait', form);
  const submit = form.submit(async (values) => {
    if (caseAction.busy) return;
    const body = { act: 'wait' as const, version: data.version, ...values };
    if (await draft.send(() => caseAction.act(body))) onLeave();
  });
  return (
    <Stack as="form" width="form" onSubmit={submit} noValidate aria-label={t('caseWaits|open')}>
      <RadioGroup
        label={t('caseWaits|who')}
        {...form.field('for')}
        options={caseWaitsFor.options.map((value) => ({ value, label: t(`caseWaits|who.${value}`) }))}
      />
      <DayField
        label={t('caseWaits|until')}
        hint={t('caseWaits|untilHint')}
        min={addDays(today, 1)}
        max={addDays(today, caseLimits.waitDays)}
        {...form.dayField('until')}
      />
      <TextArea label={t('caseWaits|note')} hint={t('caseWaits|noteHint')} rows={2} {...form.field('note')} />
      <Detail as="p">{t('caseWaits|promise')}</Detail>
      <FormEnd
        {...{ draft, caseAction, onLeave }}
        act="wait"
        submit={t('caseWaits|start')}
        sending={t('queue|working')}
        failed={t('caseWaits|failed')}
      />
    </Stack>
  );
};

/** Takes a case out of the open list until a day, says who is waited for, and ends the wait (rule DESK-5). */
export const Waiting = ({ data, caseAction }: Props) => {
  const t = useTexts<'staff'>();
  const { get } = useCaseDrafts();
  const { isOpen, open, close, place } = useFold(get('wait').changedAt !== null);
  const { state, assignee, mine, version, waits } = data;
  const isOthersCase = assignee !== null && !mine;
  const text = waitText(t, data);
  if (state === 'closed' || (isOthersCase && !text && !isOpen)) return null;
  return (
    <div ref={place}>
      <Stack gap="s">
        {text && <p>{text}</p>}
        <Row>
          {waits && mine && (
            <Button
              kind="secondary"
              size="small"
              isLoading={caseAction.busy === 'resume'}
              loadingLabel={t('queue|working')}
              onClick={() => caseAction.busy || void caseAction.act({ act: 'resume', version })}
            >
              {t('caseWaits|resume')}
            </Button>
          )}
          {!isOthersCase && !isOpen && (!waits || waits.returned) && (
            <Button kind="text" size="small" icon="clock" aria-keyshortcuts="w" onClick={open}>
              {t('caseWaits|open')}
            </Button>
          )}
        </Row>
        {isOpen && <WaitForm data={data} caseAction={caseAction} onLeave={close} />}
      </Stack>
    </div>
  );
};
