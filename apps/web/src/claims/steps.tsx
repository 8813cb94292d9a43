import { addMonths, isDay } from '@hofn/domain';
import { type ClaimItem, type ClaimLine, claimLineOf, mostClaimItems } from '@hofn/domain/claim-form.ts';
import { Alert, Button, Checkbox, MoneyField, PhoneField, StatusRegion, TextArea, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { DayField } from '../parts/DayField.tsx';
import { UploadField } from '../uploads/UploadField.tsx';
import type { Uploads } from '../uploads/useUploads.ts';
import styles from './ClaimForm.module.css';
import { DetailField, type FormParts, fieldId, useField } from './fields.tsx';
import { useFormTexts } from './form-texts.ts';

type StepProps = { line: ClaimLine; parts: FormParts };

/** The second step: when, where and how, and whom to call. */
export const WhatHappened = ({ line, parts, today }: StepProps & { today: string }) => {
  const f = useFormTexts();
  const field = useField(parts);
  const { form, set, errorOf, touch } = parts;
  const text = (name: 'time' | 'place' | 'description' | 'email' | 'phone', required = true) => ({
    ...field(name, name, required),
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const error = errorOf('causes');
  const late = isDay(form.dateOfLoss) && form.dateOfLoss < addMonths(today, -12);
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
                const others = form.causes.filter((one) => one !== cause);
                set({ causes: target.checked ? [...others, cause] : others });
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
        onChange={(dateOfLoss) => set({ dateOfLoss })}
      />
      <StatusRegion>{late && <Alert kind="warning" title={f('claimForm|lateNotice')} />}</StatusRegion>
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

/** Things that were damaged or lost, one to a row. */
const Items = ({ parts }: { parts: FormParts }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const { form, set, errorOf, touch } = parts;
  // A thing has no name of its own before it is typed; its place tells it from the others.
  const rows = form.items.map((item, at) => ({ item, at }));
  const change = (at: number, part: Partial<ClaimItem>) =>
    set({ items: form.items.map((item, index) => (index === at ? { ...item, ...part } : item)) });
  return (
    <fieldset className={styles.items}>
      <legend>
        {f('claimField|items')} <span className={styles.optional}>{t('global|optional')}</span>
      </legend>
      {rows.map(({ item, at }) => {
        const input = (name: keyof ClaimItem) => ({
          id: fieldId(`items.${at}.${name}`),
          label: f(`claimField|${name}`),
          error: errorOf(`items.${at}.${name}`),
          value: item[name],
          onBlur: () => touch(`items.${at}.${name}`),
          onChange: ({ target }: { target: { value: string } }) => change(at, { [name]: target.value }),
        });
        return (
          <div key={at} className={styles.item}>
            <TextField {...input('item')} />
            <TextField {...input('year')} inputMode="numeric" width="narrow" />
            <MoneyField {...input('price')} language={t.language} unit="kr." />
            <Button
              kind="text"
              size="small"
              icon="trash"
              onClick={() => set({ items: form.items.filter((_, index) => index !== at) })}
            >
              {f('claimField|itemsRemove')}
            </Button>
          </div>
        );
      })}
      {form.items.length < mostClaimItems && (
        <Button
          kind="secondary"
          size="small"
          icon="plus"
          onClick={() => set({ items: [...form.items, { item: '', year: '', price: '' }] })}
        >
          {f('claimField|itemsAdd')}
        </Button>
      )}
    </fieldset>
  );
};

/** The third step: what the line of insurance asks, amounts, and photos and documents. */
export const WhatWasDamaged = ({ line, parts, uploads }: StepProps & { uploads: Uploads }) => {
  const t = useTexts<'portal'>();
  const f = useFormTexts();
  const field = useField(parts);
  const { form, set, errorOf } = parts;
  const { fields, items } = claimLineOf(line);
  const documents = [1, 2, 3].flatMap((at) => f.find(`claimDocument|${line}.${at}`) ?? []);
  return (
    <>
      {fields.map((question) => (
        <DetailField key={question.name} field={question} parts={parts} />
      ))}
      {items && <Items parts={parts} />}
      <MoneyField
        {...field('estimatedAmount', 'estimatedAmount', false)}
        language={t.language}
        unit="kr."
        value={form.estimatedAmount}
        onChange={({ target }) => set({ estimatedAmount: target.value })}
      />
      <TextField
        {...field('account', 'account', false)}
        inputMode="numeric"
        autoComplete="off"
        value={form.account}
        onChange={({ target }) => set({ account: target.value })}
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
