import type { FiguresChange, FiguresEstimate, PendingChange } from '@hofn/contracts';
import type { CompanyCover } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { figureChoice, figureLabel, formatFigure } from '@hofn/texts/company-figures.ts';
import { Button, Checkbox, MoneyField, SelectField, Table, TextField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import {
  type Field,
  type FigureInputs,
  type Figures,
  fieldsOf,
  initialInputs,
  schemaOf,
} from '../../forms/company-fields.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { type PostState, usePost } from '../../session/index.ts';
import styles from './CompanyUpdate.module.css';

type FieldProps = { id: string; name: string; error: string | undefined };

const FigureField = ({ field, current, ...fieldProps }: { field: Field; current: string } & FieldProps) => {
  const t = useTexts<'portal'>();
  const labelled = { ...fieldProps, label: figureLabel(t, field.name) };
  const hint = t('company|current', { value: current });
  if (field.kind === 'yesNo') return <Checkbox {...labelled} hint={hint} />;
  if (field.kind === 'choice') {
    const options = field.options.map((value) => ({ value, label: figureChoice(t, field.category, value) }));
    return <SelectField {...labelled} hint={hint} options={[{ value: '', label: '' }, ...options]} />;
  }
  if (field.kind === 'money')
    return <MoneyField {...labelled} hint={hint} language={t.language} unit={t('company|isk')} />;
  return (
    <TextField
      {...labelled}
      hint={hint}
      width="narrow"
      autoComplete="off"
      inputMode={field.kind === 'decimal' ? 'decimal' : 'numeric'}
    />
  );
};

const Review = ({ estimate }: { estimate: FiguresEstimate }) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <Table
        caption={t('company|confirmTitle')}
        isCaptionHidden
        rows={estimate.changes}
        rowKey={({ field }) => field}
        columns={[
          {
            key: 'figure',
            heading: t('company|figure'),
            isRowHeading: true,
            cell: ({ field }) => figureLabel(t, field),
          },
          {
            key: 'from',
            heading: t('company|from'),
            cell: ({ field, from }) => formatFigure(t, field, from),
          },
          { key: 'to', heading: t('company|to'), cell: ({ field, to }) => formatFigure(t, field, to) },
        ]}
      />
      <p>{t('company|premiumNow', { amount: formatMoney(t.language, estimate.premiumPerYear) })}</p>
      <p className={styles.estimate}>
        {t('company|estimate', { amount: formatMoney(t.language, estimate.estimatedPremium) })}
      </p>
      <p>{t('company|estimateNote')}</p>
    </>
  );
};

type Props = {
  cover: CompanyCover;
  policyId: string;
  figures: Figures | null;
  effective: { from: string; to: string };
  /** The request for the change; the parent reports its result. */
  request: PostState<PendingChange>;
  onSend: (change: FiguresChange) => void;
  onCancel: () => void;
};

/**
 * Form for one policy's new figures: the user enters them, the API prices them, and the user requests the change
 * after a side-by-side review.
 */
export const ChangeForm = ({ cover, policyId, figures, effective, request, onSend, onCancel }: Props) => {
  const t = useTexts<'portal'>();
  const initial: { effectiveOn: string; figures: FigureInputs } = {
    effectiveOn: effective.from,
    figures: initialInputs(t.language, cover, figures),
  };
  const form = useForm({ schema: schemaOf(t.language, cover, effective), initial });
  useUnsaved(form.isDirty && request.state !== 'done');
  const pricing = usePost('/api/company/v1/estimate');
  const [change, setChange] = useState<FiguresChange>();
  const day = (date: string) => formatDate(t.language, date);

  // Field errors from the API are shown at their fields; others above the form.
  useServerErrors(form.setServerErrors, pricing.error);
  const price = async (values: { effectiveOn: string; figures: Figures }) => {
    // The field table and the contract list the same figures; the API rejects any other.
    const newChange = { cover, policyId, ...values } as FiguresChange;
    setChange(newChange);
    await pricing.send({ body: newChange });
  };

  return (
    <form className={styles.form} onSubmit={form.submit(price)} noValidate>
      <FormErrors form={form} title={t('company|failed')} error={pricing.error} />
      {fieldsOf[cover].map((field) => (
        <FigureField
          key={field.name}
          field={field}
          current={formatFigure(t, field.name, figures?.[field.name])}
          {...form.field(`figures.${field.name}`)}
        />
      ))}
      <DayField
        label={t('company|effectiveDate')}
        hint={t('company|effectiveHint', { from: day(effective.from), to: day(effective.to) })}
        min={effective.from}
        max={effective.to}
        {...form.dayField('effectiveOn')}
      />
      <div className={styles.actions}>
        <Button type="submit" isLoading={pricing.state === 'sending'} loadingLabel={t('company|reckoning')}>
          {t('company|reckon')}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {t('global|cancel')}
        </Button>
      </div>
      {pricing.state === 'done' && change && (
        <ConfirmDialog
          title={t('company|confirmTitle')}
          confirmLabel={t('company|send')}
          busyLabel={t('company|sending')}
          size="large"
          isBusy={request.state === 'sending'}
          onConfirm={() => onSend(change)}
          onClose={pricing.reset}
        >
          {request.state === 'failed' && <ErrorAlert title={t('company|failed')} error={request.error} />}
          <Review estimate={pricing.answer} />
          <p>
            {t('company|effectiveDate')}: {day(change.effectiveOn)}
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
};
