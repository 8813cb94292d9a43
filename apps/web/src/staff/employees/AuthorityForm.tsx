import type { AuthorityList } from '@hofn/contracts/authorities.ts';
import { isDay, parseIsk } from '@hofn/domain';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import { type ClaimLine, claimLineNames } from '@hofn/domain/claim-form.ts';
import { dayOfInstant } from '@hofn/texts';
import { Button, Dialog, MoneyField, Row, SelectField, Stack } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm, wholeDay } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { DayField } from '../../parts/DayField.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';

/** An amount in whole krónur, as typed. */
export const typedAmount = z.pipe(
  z.string().check(z.refine((text) => (parseIsk(text) ?? -1) >= 0, 'authorities|amountWrong')),
  z.transform((text: string) => parseIsk(text) ?? 0),
);

const schema = z
  .object({
    employee: z.string(),
    act: z.string(),
    line: z.string(),
    upTo: typedAmount,
    from: z.string().check(z.minLength(1, 'authorities|dayMissing'), wholeDay()),
    to: z.string().check(z.refine((day) => day === '' || isDay(day), 'dateEntry|wrong')),
  })
  .check(z.refine(({ from, to }) => to === '' || from <= to, { path: ['to'], message: 'authorities|order' }));

/** Gives an employee authority, which another administrator confirms. */
export const AuthorityForm = ({
  people,
  onSaved,
  onClose,
}: {
  people: AuthorityList['people'];
  onSaved: () => void;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  const actsOf = (key: string): AuthorityAct[] => people.find((one) => one.key === key)?.acts ?? [];
  const first = people[0]?.key ?? '';
  const form = useForm({
    schema,
    initial: { employee: first, act: String(actsOf(first)[0]), line: '', upTo: '', from: today, to: '' },
  });
  const { send, state, error } = usePost('/api/staff/v1/authorities');
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  const isBusy = state === 'sending';
  const acts = actsOf(form.value('employee'));
  return (
    <Dialog title={t('authorities|give')} closeLabel={t('global|close')} onClose={() => !isBusy && onClose()}>
      <Stack
        as="form"
        noValidate
        onSubmit={form.submit(async ({ act, line, to, ...values }) => {
          const body = {
            ...values,
            act: act as AuthorityAct,
            line: line === '' ? null : (line as ClaimLine),
            to: to === '' ? null : to,
          };
          if (!(await send({ body }))) return;
          setNotification({ id: 'authority', text: t('authorities|given') });
          onSaved();
          onClose();
        })}
      >
        <FormErrors form={form} title={t('authorities|failed')} error={error} />
        <SelectField
          label={t('authorities|who')}
          {...form.field('employee')}
          onChange={(event) => {
            form.field('employee').onChange(event);
            // The roles of somebody else may not have the act that was chosen.
            const theirs = actsOf(event.target.value);
            if (!theirs.some((act) => act === form.value('act'))) form.set('act', String(theirs[0]));
          }}
          options={people.map(({ key, name }) => ({ value: key, label: name }))}
        />
        <SelectField
          label={t('authorities|act')}
          {...form.field('act')}
          options={acts.map((act) => ({ value: act, label: t(`authorityAct|${act}`) }))}
        />
        <SelectField
          label={t('authorities|line')}
          hint={t('authorities|lineHint')}
          {...form.field('line')}
          options={[
            { value: '', label: t('authorities|allLines') },
            ...claimLineNames.map((line) => ({ value: line, label: t(`employees|line.${line}`) })),
          ]}
        />
        <MoneyField
          label={t('authorities|upTo')}
          language={t.language}
          unit={t('authorities|isk')}
          {...form.field('upTo')}
        />
        <DayField label={t('authorities|from')} {...form.dayField('from')} />
        <DayField
          label={t('authorities|to')}
          optional={t('authorities|optional')}
          min={today}
          {...form.dayField('to')}
        />
        <Row>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('authorities|working')}>
            {t('authorities|submit')}
          </Button>
          <Button kind="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
