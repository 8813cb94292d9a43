import type { Purchase } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { needsFieldsOf } from '@hofn/domain/purchase.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert, Button, DescriptionList, Row, Section, Stack } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePost, useRefetch } from '../../session/index.ts';
import { DecisionText } from '../requests/DecisionText.tsx';
import { missingStep } from './missing-step.ts';
import { Existing } from './steps.tsx';

type Items = { term: string; value: ReactNode }[];

/** Everything that is bought, on one page, with the button that buys it (rules BUY-1 and BUY-2). */
export const Review = ({
  purchase,
  onStep,
  onBack,
}: {
  purchase: Purchase;
  onStep: (step: number) => void;
  onBack: () => void;
}) => {
  const t = useTexts<'purchase'>();
  const refetch = useRefetch();
  const { send, ...buying } = usePost('/api/purchases/v1/purchases/{id}/buy');
  const { id, name, price, customer, insured, thing, needs, firstDay, card, decision, shown } = purchase;
  const money = (isk: number) => formatMoney(t.language, isk);
  const missing = missingStep(purchase);
  const isAtOnce = decision?.decided === 'atOnce';
  const canBuy = shown !== null && missing === undefined;
  const buy = async () => {
    if (shown === null) return;
    await send({ params: { id }, body: { shown } });
    refetch();
  };
  const part = (title: string, step: number, items: Items, notes: readonly string[] = []) => (
    <Section
      title={title}
      heading="h3"
      actions={
        <Button
          kind="text"
          size="small"
          aria-label={`${t('purchase|change')}: ${title}`}
          onClick={() => onStep(step)}
        >
          {t('purchase|change')}
        </Button>
      }
    >
      <DescriptionList items={items} />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Section>
  );
  return (
    <Stack gap="l">
      <p>{t('purchase|review')}</p>
      <ErrorAlert
        title={t('purchase|buyFailed')}
        error={buying.state === 'failed' ? buying.error : undefined}
      />
      {part(t('purchase|step1'), 0, [
        { term: t('purchase|product'), value: name },
        { term: t('purchase|price'), value: money(price.perYear) },
        ...purchase.answers.map(({ question, answer }) => ({ term: question, value: answer })),
        {
          term: t('purchase|who'),
          value: `${customer.fullName}, ${formatKennitala(customer.ssn)}`,
        },
        {
          term: t('purchase|insured'),
          value: thing === 'self' ? t('purchase|you') : (insured?.plate ?? insured?.address),
        },
      ])}
      <Existing purchase={purchase} />
      {part(
        t('purchase|needs'),
        1,
        needsFieldsOf(thing).map(({ name }) => ({
          term: t.find(`purchaseNeed|${name}`) ?? name,
          value: t.find(`purchaseNeed|${name}.${needs?.[name] ?? ''}`),
        })),
      )}
      {part(
        t('purchase|step3'),
        2,
        price.terms.map(({ code, title }) => ({ term: title, value: code })),
        [`${t('purchase|advice')} ${t('purchase|adviceNone')}`],
      )}
      {part(
        t('purchase|step4'),
        3,
        [
          { term: t('purchase|firstDay'), value: firstDay && formatDate(t.language, firstDay) },
          { term: t('purchase|card'), value: card && `${card.brand} ${card.cardNumberMasked}` },
        ],
        [t('purchase|yearly')],
      )}
      {missing !== undefined && (
        <Alert
          kind="warning"
          title={t('purchase|incomplete')}
          action={
            <Button kind="secondary" size="small" onClick={() => onStep(missing)}>
              {t('purchase|finish', { step: missing + 1 })}
            </Button>
          }
        />
      )}
      {canBuy && (
        <Section title={t('purchase|decision')} heading="h3">
          <DecisionText decision={decision} />
          <p>{t(isAtOnce ? 'purchase|atOnceMoney' : 'purchase|referredMoney')}</p>
          {isAtOnce && card && (
            <DescriptionList
              hasFigures
              items={[
                {
                  term: t('purchase|charge', { card: `${card.brand} ${card.cardNumberMasked}` }),
                  value: <strong>{money(price.perYear)}</strong>,
                },
              ]}
            />
          )}
        </Section>
      )}
      <Row>
        {canBuy && (
          <Button
            isLoading={buying.state === 'sending'}
            loadingLabel={t('purchase|buying')}
            onClick={() => void buy()}
          >
            {t(isAtOnce ? 'purchase|buy' : 'purchase|buyReferred')}
          </Button>
        )}
        <Button kind="text" onClick={onBack}>
          {t('global|back')}
        </Button>
      </Row>
    </Stack>
  );
};
