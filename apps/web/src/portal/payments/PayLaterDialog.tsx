import type { PaymentChoices, PaymentPlanPreview, SentPaymentPlan } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import { formatDate, formatMoney, type Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { Alert, Button, DescriptionList, Dialog, RadioGroup } from '@hofn/ui';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { DayField } from '../../parts/DayField.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePost } from '../../session/index.ts';
import { pathToWrite } from '../matters/about-message.ts';
import { DecisionText } from '../requests/DecisionText.tsx';
import styles from './PayLater.module.css';

type Texts = Translate<typeof portal>;
type Answers = { choice: string; on: string };
type Payments = PaymentPlanPreview['payments'];

const later = 'later';

const schema = z
  .object({ choice: z.string().check(z.minLength(1, 'policyForm|choose')), on: z.string() })
  .check(
    z.refine<Answers>(({ choice, on }) => choice !== later || isDay(on), {
      error: 'dateEntry|wrong',
      path: ['on'],
    }),
  );

const choiceOf = ({ choice, on }: Answers) =>
  choice === later ? { kind: 'later' as const, on } : { kind: 'parts' as const, count: Number(choice) };

const feeText = (t: Texts, fee: number): string =>
  fee === 0 ? t('paymentPlan|noFee') : t('paymentPlan|feeOf', { amount: formatMoney(t.language, fee) });

/** The choices as options; another day is the last one, above the field for it. */
const optionsOf = (t: Texts, choices: PaymentChoices) => {
  const day = (date: string) => formatDate(t.language, date);
  return [
    ...choices.plans.map(({ count, fee, payments }) => ({
      value: String(count),
      label: t('paymentPlan|option.parts', {
        n: String(count),
        amount: formatMoney(t.language, payments[0]?.amount ?? 0),
      }),
      hint: t('paymentPlan|option.partsHint', {
        from: day(payments[0]?.dueDate ?? ''),
        to: day(payments.at(-1)?.dueDate ?? ''),
        fee: feeText(t, fee),
      }),
    })),
    ...(choices.later
      ? [
          {
            value: later,
            label: t('paymentPlan|option.later'),
            hint: t('paymentPlan|option.laterHint', {
              date: day(choices.later.to),
              fee: feeText(t, choices.later.fee),
            }),
          },
        ]
      : []),
  ];
};

const List = ({ title, texts }: { title: string; texts: readonly string[] }) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
};

/** The days to pay with their amounts, and what they cost. */
const NewDays = ({ payments, fee }: { payments: Payments; fee?: number }) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const total = payments.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <DescriptionList
      hasFigures
      items={[
        ...payments.map(({ dueDate, amount }) => ({
          term: formatDate(t.language, dueDate),
          value: money(amount),
        })),
        ...(payments.length > 1 ? [{ term: t('paymentPlan|total'), value: money(total) }] : []),
        ...(fee === undefined
          ? []
          : [
              fee === 0
                ? { term: t('paymentPlan|fee'), value: t('paymentPlan|noFee') }
                : { term: t('paymentPlan|ofWhichFee'), value: money(fee) },
            ]),
      ]}
    />
  );
};

/** What became of the choice: the new days, or that somebody looks at it. */
const Done = ({ sent }: { sent: SentPaymentPlan }) => {
  const t = useTexts<'portal'>();
  const isDone = sent.request.state === 'accepted';
  return (
    <>
      <Alert kind="success" title={t(isDone ? 'paymentPlan|doneTitle' : 'paymentPlan|sentTitle')} />
      {isDone ? (
        <NewDays payments={sent.payments} />
      ) : (
        <DescriptionList items={sent.facts.map(({ label, value }) => ({ term: label, value }))} />
      )}
      <ul>
        {sent.next.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
};

type Props = { choices: PaymentChoices; onClose: () => void };

/** Another day or instalments for what is due: the choices with their cost, then what follows, then what was agreed (rule RIGHT-4). */
export const PayLaterDialog = ({ choices, onClose }: Props) => {
  const t = useTexts<'portal'>();
  const formId = useId();
  const form = useForm({ schema, initial: { choice: '', on: choices.later?.to ?? '' } });
  const preview = usePost('/api/payment/v1/plan/preview');
  const sending = usePost('/api/payment/v1/plan');
  const [asked, setAsked] = useState<{ choice: ReturnType<typeof choiceOf>; due: number }>();

  const workOut = async (answers: Answers) => {
    const body = { choice: choiceOf(answers), due: choices.due };
    setAsked(body);
    await preview.send({ body });
  };
  const isChanged = sending.error?.errorCode === 'previewChanged';
  const lookAgain = useEffectEvent(() => {
    if (asked) void preview.send({ body: asked });
  });
  useEffect(() => {
    if (isChanged) lookAgain();
  }, [isChanged]);
  const shown = preview.state === 'done' ? preview.answer : undefined;
  const sent = sending.state === 'done' ? sending.answer : undefined;
  const confirm = () => {
    if (asked && shown && sending.state !== 'sending')
      void sending.send({ body: { ...asked, shown: shown.shown } });
  };
  const close = () => sending.state === 'sending' || onClose();
  const options = optionsOf(t, choices);
  const money = (isk: number) => formatMoney(t.language, isk);

  const actions = () => {
    if (sent) return <Button onClick={close}>{t('paymentPlan|close')}</Button>;
    if (options.length === 0)
      return (
        <Button kind="secondary" onClick={close}>
          {t('policyForm|leave')}
        </Button>
      );
    if (shown)
      return (
        <>
          <Button
            isLoading={sending.state === 'sending'}
            loadingLabel={t('policyForm|sending')}
            onClick={confirm}
          >
            {t(shown.decision.decided === 'atOnce' ? 'paymentPlan|confirm' : 'paymentPlan|send')}
          </Button>
          <Button kind="secondary" onClick={preview.reset}>
            {t('policyForm|back')}
          </Button>
        </>
      );
    return (
      <>
        <Button
          type="submit"
          form={formId}
          isLoading={preview.state === 'sending'}
          loadingLabel={t('policyForm|working')}
        >
          {t('policyForm|continue')}
        </Button>
        <Button kind="secondary" onClick={close}>
          {t('policyForm|leave')}
        </Button>
      </>
    );
  };

  const content = () => {
    if (sent) return <Done sent={sent} />;
    if (options.length === 0)
      return (
        <>
          <p>{t('paymentPlan|none')}</p>
          <p>
            <Link to={pathToWrite(t.language, t('payment|cannotPay'))}>{t('paymentPlan|write')}</Link>
          </p>
        </>
      );
    if (shown)
      return (
        <>
          <DecisionText decision={shown.decision} />
          <section>
            <h3>{t('paymentPlan|newDays')}</h3>
            <NewDays payments={shown.payments} fee={shown.fee} />
          </section>
          <List title={t('policyForm|follows')} texts={shown.consequences} />
        </>
      );
    return (
      <form id={formId} className={styles.plan} onSubmit={form.submit(workOut)} noValidate>
        <FormErrors form={form} title={t('policyForm|failed')} error={preview.error} />
        <p>{t('paymentPlan|lead', { amount: money(choices.due) })}</p>
        <RadioGroup label={t('paymentPlan|choose')} {...form.field('choice')} options={options} />
        {choices.later && form.value('choice') === later && (
          <DayField
            label={t('paymentPlan|day')}
            hint={t('paymentPlan|dayHint', {
              from: formatDate(t.language, choices.later.from),
              to: formatDate(t.language, choices.later.to),
            })}
            min={choices.later.from}
            max={choices.later.to}
            {...form.dayField('on')}
          />
        )}
      </form>
    );
  };

  return (
    <Dialog
      title={t('paymentPlan|title')}
      size="large"
      closeLabel={t('global|close')}
      onClose={close}
      actions={actions()}
    >
      <div className={styles.plan}>
        {isChanged ? (
          <Alert kind="error" title={t('policyForm|changed')}>
            {t('policyForm|changedText')}
          </Alert>
        ) : (
          sending.state === 'failed' && <ErrorAlert title={t('policyForm|failed')} error={sending.error} />
        )}
        {content()}
        {!sent && <List title={t('paymentPlan|otherwise')} texts={choices.otherwise} />}
      </div>
    </Dialog>
  );
};
