import type { FiguresChange, FiguresEstimate, PendingChange } from '@hofn/contracts';
import type { CompanyCover } from '@hofn/domain/company-figures.ts';
import { errorText, formatDate, formatMoney } from '@hofn/texts';
import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  ErrorSummary,
  MoneyField,
  SelectField,
  Table,
  TextField,
} from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import {
  choiceOf,
  type Field,
  type Figures,
  fieldsOf,
  initialOf,
  labelOf,
  schemaOf,
  shownOf,
  type Typed,
} from '../../forms/company-fields.ts';
import { useForm } from '../../forms/useForm.ts';
import { namesFields, useRefused } from '../../forms/useRefused.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { type ApiError, type Sending, useSend } from '../../session/index.ts';
import styles from './CompanyUpdate.module.css';

type Tied = { id: string; name: string; error: string | undefined };

const FigureField = ({ field, current, ...tied }: { field: Field; current: string } & Tied) => {
  const t = useTexts<'portal'>();
  const words = { ...tied, label: labelOf(t, field.name) };
  const hint = t('company|current', { value: current });
  if (field.kind === 'yesNo') return <Checkbox {...words} hint={hint} />;
  if (field.kind === 'choice') {
    const options = field.options.map((value) => ({ value, label: choiceOf(t, field.category, value) }));
    return <SelectField {...words} hint={hint} options={[{ value: '', label: '' }, ...options]} />;
  }
  if (field.kind === 'money')
    return <MoneyField {...words} hint={hint} language={t.language} unit={t('company|isk')} />;
  return (
    <TextField
      {...words}
      hint={hint}
      width="narrow"
      autoComplete="off"
      inputMode={field.kind === 'decimal' ? 'decimal' : 'numeric'}
    />
  );
};

const Review = ({ cover, estimate }: { cover: CompanyCover; estimate: FiguresEstimate }) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <Table
        caption={t('company|confirmTitle')}
        captionHidden
        rows={estimate.changes}
        rowKey={({ field }) => field}
        columns={[
          {
            key: 'figure',
            heading: t('company|figure'),
            rowHeading: true,
            cell: ({ field }) => labelOf(t, field),
          },
          {
            key: 'from',
            heading: t('company|from'),
            cell: ({ field, from }) => shownOf(t, cover, field, from),
          },
          { key: 'to', heading: t('company|to'), cell: ({ field, to }) => shownOf(t, cover, field, to) },
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
  /** The request itself; whoever shows the form tells what became of it. */
  asking: Sending<PendingChange>;
  onSend: (change: FiguresChange) => void;
  onCancel: () => void;
};

/** New figures of one policy: typed, priced by the service, and asked for once they were seen side by side. */
export const ChangeForm = ({ cover, policyId, figures, effective, asking, onSend, onCancel }: Props) => {
  const t = useTexts<'portal'>();
  const initial: { effectiveOn: string; figures: Typed } = {
    effectiveOn: effective.from,
    figures: initialOf(t.language, cover, figures),
  };
  const form = useForm({ schema: schemaOf(cover, effective), initial });
  const leaving = useUnsaved(form.dirty && asking.state !== 'done');
  const pricing = useSend('/api/company/v1/estimate');
  const [change, setChange] = useState<FiguresChange>();
  const day = (date: string) => formatDate(t.language, date);

  // What the service refuses by name stands at its field; the rest above the form.
  useRefused(form.refused, pricing.error);
  const failure = (error: ApiError) =>
    !namesFields(error) && (
      <Alert kind="error" live title={t('company|failed')}>
        {errorText(t, error.errorCode)}
      </Alert>
    );
  const price = async (values: { effectiveOn: string; figures: Figures }) => {
    // The table of fields and the contract name the same figures; the service refuses any other by name.
    const asked = { cover, policyId, ...values } as FiguresChange;
    setChange(asked);
    await pricing.send({ body: asked });
  };

  return (
    <form className={styles.form} onSubmit={form.submit(price)} noValidate>
      {leaving}
      <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
      {pricing.state === 'failed' && failure(pricing.error)}
      {fieldsOf[cover].map((field) => (
        <FigureField
          key={field.name}
          field={field}
          current={shownOf(t, cover, field.name, figures?.[field.name])}
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
        <Button type="submit" loading={pricing.state === 'sending'} loadingLabel={t('company|reckoning')}>
          {t('company|reckon')}
        </Button>
        <Button kind="secondary" onClick={onCancel}>
          {t('global|cancel')}
        </Button>
      </div>
      {pricing.state === 'done' && change && (
        <Dialog
          title={t('company|confirmTitle')}
          size="wide"
          closeLabel={t('global|close')}
          onClose={() => {
            // What is on its way cannot be called back; closing would only hide it.
            if (asking.state !== 'sending') pricing.reset();
          }}
          actions={
            <>
              <Button
                loading={asking.state === 'sending'}
                loadingLabel={t('company|sending')}
                onClick={() => onSend(change)}
              >
                {t('company|send')}
              </Button>
              <Button kind="secondary" onClick={() => pricing.reset()}>
                {t('global|cancel')}
              </Button>
            </>
          }
        >
          {asking.state === 'failed' && failure(asking.error)}
          <Review cover={cover} estimate={pricing.answer} />
          <p>
            {t('company|effectiveDate')}: {day(change.effectiveOn)}
          </p>
        </Dialog>
      )}
    </form>
  );
};
