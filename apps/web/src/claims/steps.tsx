import { addMonths, isDay } from '@hofn/domain';
import { hasTheft } from '@hofn/domain/claim-advice.ts';
import {
  type ClaimItem,
  type ClaimLine,
  claimLineOf,
  lastDayOfLoss,
  maxClaimItems,
} from '@hofn/domain/claim-form.ts';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  MoneyField,
  PhoneField,
  Stack,
  StatusRegion,
  TextArea,
  TextField,
} from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { DayField } from '../parts/DayField.tsx';
import { EmergencyAbroad } from '../parts/EmergencyAbroad.tsx';
import { UploadField } from '../uploads/UploadField.tsx';
import type { Uploads } from '../uploads/useUploads.ts';
import styles from './ClaimForm.module.css';
import { DetailField, useFieldProps } from './fields.tsx';
import { TheftAdvice } from './TheftAdvice.tsx';
import { type ClaimFields, fieldId } from './useClaimForm.ts';

type StepProps = { line: ClaimLine; form: ClaimFields };

/** Second step: date, place and cause of the loss, and contact details. */
export const WhatHappened = ({ line, form, today }: StepProps & { today: string }) => {
  const t = useTexts<'claimForm'>();
  const field = useFieldProps(form);
  const { causes, dateOfLoss } = form.values;
  const error = form.errorOf('causes');
  const isOverYearOld = isDay(dateOfLoss) && dateOfLoss < addMonths(today, -12);
  return (
    <>
      {line === 'travel' && <EmergencyAbroad />}
      {line === 'windscreen' && <p>{t('claimForm|windscreenShop')}</p>}
      <fieldset className={styles.causes} aria-describedby={error ? `${fieldId('causes')}-error` : undefined}>
        <legend>{t('claimField|causes')}</legend>
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
              label={t.find(`claimCause|${line}.${cause}`)}
              checked={causes.includes(cause)}
              onChange={({ target }) => {
                form.touch('causes');
                const otherCauses = causes.filter((other) => other !== cause);
                form.set('causes', target.checked ? [...otherCauses, cause] : otherCauses);
              }}
            />
          ))}
        </div>
      </fieldset>
      <StatusRegion>
        <TheftAdvice line={line} causes={causes} />
      </StatusRegion>
      <DayField
        {...field('dateOfLoss', 'dateOfLoss', true)}
        language={t.language}
        max={lastDayOfLoss(line, today)}
        value={dateOfLoss}
        onChange={(day) => form.set('dateOfLoss', day)}
      />
      <StatusRegion>
        {isOverYearOld && <Alert kind="warning" title={t('claimForm|lateNotice')} />}
      </StatusRegion>
      <TextField {...field('time', 'time', false)} type="time" width="narrow" />
      <TextField {...field('place', 'place', true)} autoComplete="off" />
      <TextArea
        {...field('description', 'description', true)}
        rows={6}
        counter={{ most: 2000, text: (used, most) => `${used}/${most}` }}
      />
      <PhoneField {...field('phone', 'phone', true)} />
      <TextField
        {...field('email', 'email', true)}
        type="email"
        autoComplete="email"
        hint={t('claimForm|emailHint')}
      />
    </>
  );
};

/** Damaged or lost items, one per row. */
const DamagedItems = ({ form }: { form: ClaimFields }) => {
  const t = useTexts<'claimForm'>();
  const { items } = form.values;
  // Items have no id, so the index is the key.
  const rows = items.map((_, index) => index);
  return (
    <Stack as="fieldset">
      <legend className={styles.legend}>
        {t('claimField|items')} <span className={styles.optional}>{t('global|optional')}</span>
      </legend>
      {rows.map((rowIndex) => {
        const input = (name: keyof ClaimItem) => ({
          ...form.field(`items.${rowIndex}.${name}`),
          label: t(`claimField|${name}`),
          optional: name === 'item' ? undefined : t('global|optional'),
        });
        return (
          <Card gap="m" key={rowIndex}>
            <TextField {...input('item')} />
            <TextField {...input('year')} inputMode="numeric" width="narrow" />
            <MoneyField {...input('price')} language={t.language} unit={t('claimForm|isk')} />
            <Button
              kind="text"
              size="small"
              icon="trash"
              onClick={() =>
                form.set(
                  'items',
                  items.filter((_, index) => index !== rowIndex),
                )
              }
            >
              {t('claimField|itemsRemove')}
            </Button>
          </Card>
        );
      })}
      {items.length < maxClaimItems && (
        <Button
          kind="secondary"
          size="small"
          icon="plus"
          onClick={() => form.set('items', [...items, { item: '', year: '', price: '' }])}
        >
          {t('claimField|itemsAdd')}
        </Button>
      )}
    </Stack>
  );
};

/** Third step: the insurance line's own questions, amounts, photos and documents. */
export const WhatWasDamaged = ({ line, form, uploads }: StepProps & { uploads: Uploads }) => {
  const t = useTexts<'claimForm'>();
  const field = useFieldProps(form);
  const { fields, items } = claimLineOf(line);
  const { causes } = form.values;
  const documents = [1, 2, 3, ...(hasTheft(line, causes) ? ['theft'] : [])].flatMap(
    (name) => t.find(`claimDocument|${line}.${name}`) ?? [],
  );
  return (
    <>
      {fields.map((question) => (
        <DetailField key={question.name} field={question} form={form} />
      ))}
      {items && <DamagedItems form={form} />}
      <MoneyField
        {...field('estimatedAmount', 'estimatedAmount', false)}
        language={t.language}
        unit={t('claimForm|isk')}
      />
      <TextField {...field('account', 'account', false)} autoComplete="off" spellCheck={false} />
      <div>
        <p>{t('claimForm|documents')}</p>
        <ul className={styles.documents}>
          {documents.map((document) => (
            <li key={document}>{document}</li>
          ))}
        </ul>
      </div>
      <UploadField
        id={fieldId('files')}
        label={t('claimField|files')}
        optional={t('global|optional')}
        error={form.errorOf('files')}
        uploads={uploads}
      />
    </>
  );
};
