import type { AbsenceList } from '@hofn/contracts';
import { dayOfInstant } from '@hofn/texts';
import { Button, Dialog, Row, SelectField, Stack } from '@hofn/ui';
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

const day = z.string().check(z.minLength(1, 'absences|dayMissing'), wholeDay());
const schema = z
  .object({ employee: z.string(), from: day, to: day, deputy: z.string() })
  .check(z.refine(({ from, to }) => from <= to, { path: ['to'], message: 'absences|order' }));

/** Enters an absence, with who stands in. */
export const AbsenceForm = ({
  list: { people, you, mayChangeOthers },
  onSaved,
  onClose,
}: {
  list: AbsenceList;
  onSaved: () => void;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  const isOfDesk = people.some(({ key }) => key === you);
  const form = useForm({
    schema,
    initial: { employee: isOfDesk ? you : (people[0]?.key ?? ''), from: '', to: '', deputy: '' },
  });
  const { send, state, error } = usePost('/api/staff/v1/absences');
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && state !== 'done');
  const isBusy = state === 'sending';
  const employee = form.value('employee');
  const nameOf = ({ key, name }: AbsenceList['people'][number]) =>
    key === you ? t('absences|you', { name }) : name;
  const optionOf = (person: AbsenceList['people'][number]) => ({ value: person.key, label: nameOf(person) });
  return (
    <Dialog title={t('absences|add')} closeLabel={t('global|close')} onClose={() => !isBusy && onClose()}>
      <Stack
        as="form"
        noValidate
        onSubmit={form.submit(async ({ deputy, ...values }) => {
          if (!(await send({ body: { ...values, deputy: deputy === '' ? null : deputy } }))) return;
          setNotification({ id: 'absence', text: t('absences|added') });
          onSaved();
          onClose();
        })}
      >
        <FormErrors form={form} title={t('absences|failed')} error={error} />
        {mayChangeOthers && (
          <SelectField
            label={t('absences|who')}
            {...form.field('employee')}
            onChange={(event) => {
              form.field('employee').onChange(event);
              // Nobody stands in for themselves, and the choice below no longer has them.
              if (form.value('deputy') === event.target.value) form.set('deputy', '');
            }}
            options={people.map(optionOf)}
          />
        )}
        <DayField label={t('absences|from')} min={today} {...form.dayField('from')} />
        <DayField label={t('absences|to')} min={today} {...form.dayField('to')} />
        <SelectField
          label={t('absences|deputy')}
          hint={t('absences|deputyHint')}
          {...form.field('deputy')}
          options={[
            { value: '', label: t('absences|noDeputy') },
            ...people.filter(({ key }) => key !== employee).map(optionOf),
          ]}
        />
        <Row>
          <Button type="submit" isLoading={isBusy} loadingLabel={t('absences|working')}>
            {t('absences|submit')}
          </Button>
          <Button kind="secondary" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
