import { addMonths, isDay } from '@hofn/domain';
import { type ClaimItem, type ClaimLine, claimLineOf, maxClaimItems } from '@hofn/domain/claim-form.ts';
import { Alert, Button, Checkbox, MoneyField, PhoneField, StatusRegion, TextArea, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { DayField } from '../parts/DayField.tsx';
import { UploadField } from '../uploads/UploadField.tsx';
import type { Uploads } from '../uploads/useUploads.ts';
import styles from './ClaimForm.module.css';
import { DetailField, type FormParts, fieldId, useFieldProps } from './fields.tsx';
import { useFormTexts } from './form-texts.ts';

type StepProps = { line: ClaimLine; parts: FormParts };

/** Second step: date, place and cause of the loss, and contact details. */
export const WhatHappened = ({ line, parts, today }: StepProps & { today: string }) => {
  const f = useFormTexts();
  const field = useFieldProps(parts);
  const { form, setFields, errorOf, touch } = parts;
  const text = (name: 'time' | 'place' | 'description' | 'email' | 'phone', required = true) => ({
    ...field(name, name, required),
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => setFields({ [name]: target.value }),
  });
  const error = errorOf('causes');
  const isOverYearOld = isDay(form.dateOfLoss) && form.dateOfLoss < addMonths(today, -12);
  return (
    <>
      <fieldset className={styles.causes} aria-describedby={error ? `${fieldId('causes')}-error` : undefined}>
        <legend>{f('claimField|causes')}</legend>
        {error && (
          <p id={`${fieldId('causes')}-error`} className={styles.error}>
            {error}
          </p>
        )}
        <div>
          {claimLineOf(line).causes.map((cause, index) => (
            <Checkbox
              key={cause}
              id={index === 0 ? fieldId('causes') : fieldId(`causes.${cause}`)}
              label={f.find(`claimCause|${line}.${cause}`)}
              checked={form.causes.includes(cause)}
              onChange={({ target }) => {
                touch('causes');
                const otherCauses = form.causes.filter((other) => other !== cause);
                setFields({ causes: target.checked ? [...otherCauses, cause] : otherCauses });
              }}
            />
          ))}
        </div>
      </fieldset>
      <DayField
        {...field('dateOfLoss', 'dateOfLoss', true)}
        language={f.language}
        max={today}
        value={form.dateOfLoss}
        onChange={(dateOfLoss) => setFields({ dateOfLoss })}
      />
      <StatusRegion>
        {isOverYearOld && <Alert kind="warning" title={f('claimForm|lateNotice')} />}
      </StatusRegion>
      <TextField {...text('time', false)} type="time" width="narrow" />
      <TextField {...text('place')} autoComplete="street-address" />
      <TextArea
        {...text('description')}
        rows={6}
        counter={{ most: 2000, text: (used, most) => `${used}/${most}` }}
      />
      <PhoneField {...text('phone')} />
      <TextField {...text('email')} type="email" autoComplete="email" hint={f('claimForm|emailHint')} />
    </>
  );
};

/** Damaged or lost items, one per row. */
const DamagedItems = ({ parts }: { parts: FormParts }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const { form, setFields, errorOf, touch } = parts;
  // Items have no id, so the index is the key.
  const rows = form.items.map((item, index) => ({ item, at: index }));
  const change = (rowIndex: number, changes: Partial<ClaimItem>) =>
    setFields({
      items: form.items.map((item, index) => (index === rowIndex ? { ...item, ...changes } : item)),
    });
  return (
    <fieldset className={styles.items}>
      <legend>
        {f('claimField|items')} <span className={styles.optional}>{t('global|optional')}</span>
      </legend>
      {rows.map(({ item, at: rowIndex }) => {
        const input = (name: keyof ClaimItem) => ({
          id: fieldId(`items.${rowIndex}.${name}`),
          label: f(`claimField|${name}`),
          error: errorOf(`items.${rowIndex}.${name}`),
          value: item[name],
          onBlur: () => touch(`items.${rowIndex}.${name}`),
          onChange: ({ target }: { target: { value: string } }) => change(rowIndex, { [name]: target.value }),
        });
        return (
          <div key={rowIndex} className={styles.item}>
            <TextField {...input('item')} />
            <TextField {...input('year')} inputMode="numeric" width="narrow" />
            <MoneyField {...input('price')} language={t.language} unit="kr." />
            <Button
              kind="text"
              size="small"
              icon="trash"
              onClick={() => setFields({ items: form.items.filter((_, index) => index !== rowIndex) })}
            >
              {f('claimField|itemsRemove')}
            </Button>
          </div>
        );
      })}
      {form.items.length < maxClaimItems && (
        <Button
          kind="secondary"
          size="small"
          icon="plus"
          onClick={() => setFields({ items: [...form.items, { item: '', year: '', price: '' }] })}
        >
          {f('claimField|itemsAdd')}
        </Button>
      )}
    </fieldset>
  );
};

/** Third step: the insurance line's own questions, amounts, photos and documents. */
export const WhatWasDamaged = ({ line, parts, uploads }: StepProps & { uploads: Uploads }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const field = useFieldProps(parts);
  const { form, setFields, errorOf } = parts;
  const { fields, items } = claimLineOf(line);
  const documents = [1, 2, 3].flatMap((number) => f.find(`claimDocument|${line}.${number}`) ?? []);
  return (
    <>
      {fields.map((question) => (
        <DetailField key={question.name} field={question} parts={parts} />
      ))}
      {items && <DamagedItems parts={parts} />}
      <MoneyField
        {...field('estimatedAmount', 'estimatedAmount', false)}
        language={t.language}
        unit="kr."
        value={form.estimatedAmount}
        onChange={({ target }) => setFields({ estimatedAmount: target.value })}
      />
      <TextField
        {...field('account', 'account', false)}
        inputMode="numeric"
        autoComplete="off"
        value={form.account}
        onChange={({ target }) => setFields({ account: target.value })}
      />
      <div>
        <p>{f('claimForm|documents')}</p>
        <ul className={styles.documents}>
          {documents.map((document) => (
            <li key={document}>{document}</li>
          ))}
        </ul>
      </div>
      <UploadField
        id={fieldId('files')}
        label={f('claimField|files')}
        optional={t('global|optional')}
        error={errorOf('files')}
        uploads={uploads}
      />
    </>
  );
};
