import type { Purchase } from '@hofn/contracts';
import { formatKennitala, isDay } from '@hofn/domain';
import { needsFieldsOf } from '@hofn/domain/purchase.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  Alert,
  Button,
  Checkbox,
  DescriptionList,
  Disclosure,
  RadioGroup,
  Row,
  Section,
  Stack,
  StatusRegion,
  TextField,
} from '@hofn/ui';
import { type ReactNode, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { type FieldError, useFields } from '../../forms/useFields.ts';
import { useServerErrors } from '../../forms/useServerErrors.ts';
import { Blocks } from '../../parts/Blocks.tsx';
import { DayField } from '../../parts/DayField.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { LinkList } from '../../parts/LinkList.tsx';
import type { ApiError } from '../../session/api-error.ts';
import { useDownload, useRefetch } from '../../session/index.ts';
import { CardForm } from '../paymentdetails/CardForm.tsx';
import { useSaveStep } from './useSaveStep.ts';

export type StepProps = { purchase: Purchase; onDone: () => void; onBack?: () => void };

/** The buttons below a step. */
const Buttons = ({ isSaving, onBack }: { isSaving: boolean; onBack: StepProps['onBack'] }) => {
  const t = useTexts<'purchase'>();
  return (
    <Row>
      <Button type="submit" isLoading={isSaving} loadingLabel={t('purchase|saving')}>
        {t('purchase|next')}
      </Button>
      {onBack && (
        <Button kind="text" onClick={onBack}>
          {t('global|back')}
        </Button>
      )}
    </Row>
  );
};

/** A step as a form: its errors above, its fields, and the buttons. */
const StepForm = <Values extends object>({
  form,
  error,
  isSaving,
  onSend,
  onBack,
  children,
}: {
  form: ReturnType<typeof useFields<Values>>;
  error: ApiError | undefined;
  isSaving: boolean;
  onSend: (values: Values) => Promise<void>;
  onBack: StepProps['onBack'];
  children: ReactNode;
}) => {
  const t = useTexts<'purchase'>();
  useServerErrors(form.setServerErrors, error);
  return (
    <form noValidate onSubmit={form.submit(onSend)}>
      <Stack gap="l">
        <FormErrors form={form} title={t('purchase|stepFailed')} error={error} />
        {children}
        <Buttons isSaving={isSaving} onBack={onBack} />
      </Stack>
    </form>
  );
};

/** Own policies of the same thing: named, and a second compulsory one cannot be bought (rule BUY-6). */
export const Existing = ({ purchase }: { purchase: Purchase }) => {
  const t = useTexts<'purchase'>();
  const { existing, doubles } = purchase;
  const nameOf = ({ name, number }: Purchase['existing'][number]) => `${name} ${number}`;
  const [first] = existing;
  return (
    <StatusRegion>
      {doubles && (
        <Alert kind="warning" title={t('purchase|doublesTitle')}>
          {first ? t('purchase|doublesOwn', { policy: nameOf(first) }) : t('purchase|doublesOther')}
        </Alert>
      )}
      {!doubles &&
        existing.map((policy) => (
          <Alert key={policy.id} kind="info" title={t('purchase|existingTitle')}>
            {t('purchase|existingText', {
              policy: nameOf(policy),
              date: formatDate(t.language, policy.validTo),
            })}
          </Alert>
        ))}
    </StatusRegion>
  );
};

const whoTexts = {
  vehicle: 'purchase|whoVehicle',
  home: 'purchase|whoHome',
  self: 'purchase|whoSelf',
} as const;

/** The price with what it is based on, and what is insured. */
export const InsuredStep = ({ purchase, onDone }: StepProps) => {
  const t = useTexts<'purchase'>();
  const { price, answers, customer, thing, insured } = purchase;
  const { save, isSaving, error } = useSaveStep(purchase.id);
  const money = (isk: number) => formatMoney(t.language, isk);
  const form = useFields(
    useState({ plate: insured?.plate ?? '', address: insured?.address ?? customer.address }),
    ({ plate, address }): FieldError[] => {
      if (thing === 'vehicle' && plate.trim() === '')
        return [{ path: 'plate', message: t('errorCode|requiredField') }];
      if (thing === 'home' && address.trim() === '')
        return [{ path: 'address', message: t('errorCode|requiredField') }];
      return [];
    },
  );
  const send = async ({ plate, address }: { plate: string; address: string }) => {
    const about = thing === 'vehicle' ? { plate } : thing === 'home' ? { address } : {};
    if (await save({ step: 'insured', ...about })) onDone();
  };
  return (
    <StepForm form={form} error={error} isSaving={isSaving} onSend={send} onBack={undefined}>
      <DescriptionList
        hasFigures
        items={[
          ...price.parts.map(({ name, amount }) => ({ term: name, value: money(amount) })),
          { term: t('purchase|total'), value: <strong>{money(price.perYear)}</strong> },
        ]}
      />
      <p>{t('purchase|validTo', { date: formatDate(t.language, price.validTo) })}</p>
      <Section title={t('purchase|answers')} heading="h3">
        <DescriptionList items={answers.map(({ question, answer }) => ({ term: question, value: answer }))} />
        <p>
          <Link to={`${pathOf('getPrice', t.language)}#${price.product}`}>{t('purchase|answersWrong')}</Link>
        </p>
      </Section>
      <Section title={t('purchase|who')} heading="h3">
        <p>
          {t('purchase|whoText', { name: customer.fullName, ssn: formatKennitala(customer.ssn) })}{' '}
          {t(whoTexts[thing])}
        </p>
        {thing === 'vehicle' && (
          <TextField
            label={t('purchase|plate')}
            hint={t('purchase|plateHint')}
            width="narrow"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.field('plate')}
          />
        )}
        {thing === 'home' && (
          <TextField
            label={t('purchase|address')}
            hint={t('purchase|addressHint')}
            autoComplete="street-address"
            {...form.field('address')}
          />
        )}
        <Existing purchase={purchase} />
      </Section>
    </StepForm>
  );
};

/** The questions about demands and needs, and whether advice is given (rule BUY-4). */
export const NeedsStep = ({ purchase, onDone, onBack }: StepProps) => {
  const t = useTexts<'purchase'>();
  const fields = needsFieldsOf(purchase.thing);
  const { save, isSaving, error } = useSaveStep(purchase.id);
  const form = useFields(
    useState<{ needs: Record<string, string> }>({
      needs: Object.fromEntries(fields.map(({ name }) => [name, purchase.needs?.[name] ?? ''])),
    }),
    ({ needs }) =>
      fields
        .filter(({ name }) => (needs[name] ?? '') === '')
        .map(({ name }) => ({ path: `needs.${name}`, message: t('errorCode|requiredField') })),
  );
  const send = async ({ needs }: { needs: Record<string, string> }) => {
    if (await save({ step: 'needs', needs })) onDone();
  };
  return (
    <StepForm form={form} error={error} isSaving={isSaving} onSend={send} onBack={onBack}>
      <p>{t('purchase|needsIntro')}</p>
      {fields.map(({ name, options = [] }) => (
        <RadioGroup
          key={name}
          {...form.field(`needs.${name}`)}
          label={t.find(`purchaseNeed|${name}`) ?? name}
          options={options.map((value) => ({
            value,
            label: t.find(`purchaseNeed|${name}.${value}`) ?? value,
          }))}
        />
      ))}
      <Section title={t('purchase|advice')} heading="h3">
        <p>{t('purchase|adviceNone')}</p>
        <p>
          <Link to={pathOf('priceRequest', t.language)}>{t('purchase|adviceCall')}</Link>
        </p>
      </Section>
    </StepForm>
  );
};

/** What the customer has to tell, the product information document, and the terms. */
export const DocumentsStep = ({ purchase, onDone, onBack }: StepProps) => {
  const t = useTexts<'purchase'>();
  const { price, id, documentsRead } = purchase;
  const { save, isSaving, error } = useSaveStep(id);
  const { busy, error: downloadError, download } = useDownload();
  const form = useFields(useState({ read: documentsRead }), () => []);
  const send = async ({ read }: { read: boolean }) => {
    if (await save({ step: 'documents', read })) onDone();
  };
  const lines = (covers: readonly { name: string; description: string }[]) => (
    <Blocks
      blocks={[{ type: 'list', items: covers.map(({ name, description }) => `${name}: ${description}`) }]}
    />
  );
  return (
    <StepForm form={form} error={error} isSaving={isSaving} onSend={send} onBack={onBack}>
      <Section title={t('purchase|disclosureTitle')} heading="h3">
        <p>{t('purchase|disclosure')}</p>
      </Section>
      <Section title={t('purchase|ipidTitle')} heading="h3">
        <p>{t('purchase|ipidText')}</p>
        <ErrorAlert title={t('global|errorTitle')} error={downloadError} />
        <p>
          <Button
            kind="secondary"
            icon="doc"
            isLoading={busy !== undefined}
            loadingLabel={t('purchase|loading')}
            onClick={() => void download('ipid', '/api/purchases/v1/purchases/{id}/ipid', { params: { id } })}
          >
            {t('purchase|ipidGet')}
          </Button>
        </p>
        <Disclosure summary={t('purchase|covers')}>{lines(price.covers)}</Disclosure>
        <Disclosure summary={t('purchase|notCovered')}>{lines(price.notCovered)}</Disclosure>
      </Section>
      <Section title={t('purchase|terms')} heading="h3">
        <LinkList
          links={price.terms.map(({ code, title, path }) => ({
            ...{ title, note: code, page: '', path },
            icon: 'doc',
          }))}
        />
      </Section>
      <Checkbox label={t('purchase|read')} {...form.field('read')} />
    </StepForm>
  );
};

/** The first day of cover, and the card that is charged. */
export const StartStep = ({ purchase, onDone, onBack }: StepProps) => {
  const t = useTexts<'purchase'>();
  const { firstDay, firstDays, card, needs, id } = purchase;
  const { save, isSaving, error } = useSaveStep(id);
  const refetch = useRefetch();
  const form = useFields(useState({ firstDay: firstDay ?? firstDays.from }), ({ firstDay: day }) =>
    isDay(day) ? [] : [{ path: 'firstDay', message: t('errorCode|invalidDate') }],
  );
  const send = async ({ firstDay: day }: { firstDay: string }) => {
    if (await save({ step: 'start', firstDay: day })) onDone();
  };
  const field = form.field('firstDay');
  return (
    <StepForm form={form} error={error} isSaving={isSaving} onSend={send} onBack={onBack}>
      <DayField
        {...field}
        language={t.language}
        label={t('purchase|firstDay')}
        hint={t('purchase|firstDayHint', { date: formatDate(t.language, firstDays.to) })}
        value={form.values.firstDay}
        onChange={(day) => form.set('firstDay', day)}
        min={firstDays.from}
        max={firstDays.to}
      />
      {needs?.elsewhere !== undefined && needs.elsewhere !== 'no' && <p>{t('purchase|elsewhereHint')}</p>}
      <Section title={t('purchase|payment')} heading="h3">
        <p>{t('purchase|yearly')}</p>
        <CardForm card={card} isForPayment onRegistered={() => refetch('/api/purchases/v1/purchases/{id}')} />
      </Section>
    </StepForm>
  );
};
