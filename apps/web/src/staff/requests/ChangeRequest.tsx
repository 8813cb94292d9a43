import { companyProducts } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { type Figure, figureLabel, formatFigure } from '@hofn/texts/company-figures.ts';
import { Alert, DescriptionList, Disclosure, Stack, Table, Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { fieldsOf } from '../../forms/company-fields.ts';
import { RequestReceipt } from '../../parts/RequestReceipt.tsx';
import { requestLook } from '../../parts/request-look.ts';
import { AcceptedOffer } from './AcceptedOffer.tsx';
import { agreesPremium, type Change, endsCover } from './change.ts';
import { Outcome } from './Outcome.tsx';
import styles from './Requests.module.css';

const covers = Object.keys(companyProducts) as (keyof typeof companyProducts)[];

/** The figures before and after, side by side. */
const Figures = ({ change }: { change: Change }) => {
  const t = useTexts<'staff'>();
  const portalTexts = useTexts<'portal'>();
  const { before, after } = change;
  const cover = covers.find((candidate) =>
    Object.keys(after).every((name) => fieldsOf[candidate].some((field) => field.name === name)),
  );
  const names = cover ? fieldsOf[cover].flatMap(({ name }) => (name in after ? [name] : [])) : [];
  if (!cover || names.length === 0) return null;
  const format = (name: string, from: Record<string, unknown> | null) =>
    formatFigure(portalTexts, name, from?.[name] as Figure);
  return (
    <Table
      caption={t('queue|change')}
      isCaptionHidden
      rows={names}
      rowKey={(name) => name}
      columns={[
        {
          key: 'name',
          heading: t('queue|change'),
          isRowHeading: true,
          cell: (name) => figureLabel(portalTexts, name),
        },
        { key: 'before', heading: t('queue|before'), isNumeric: true, cell: (name) => format(name, before) },
        {
          key: 'after',
          heading: t('queue|after'),
          isNumeric: true,
          cell: (name) =>
            before?.[name] === after[name] ? format(name, after) : <b>{format(name, after)}</b>,
        },
      ]}
    />
  );
};

/** The price of the new figures by today's tariff, beside the current one. */
const Price = ({ price }: { price: NonNullable<Change['price']> }) => {
  const t = useTexts<'staff'>();
  const money = (isk: number | null) => (isk === null ? '–' : formatMoney(t.language, isk));
  return (
    <Stack as="section" aria-labelledby="idgjald">
      <h3 id="idgjald">{t('requestCase|price')}</h3>
      <Table
        caption={t('requestCase|price')}
        isCaptionHidden
        isCompared
        rows={price.parts}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'name',
            heading: t('requestCase|part'),
            isRowHeading: true,
            cell: ({ name }) => name,
            footer: t('requestCase|total'),
          },
          {
            key: 'now',
            heading: t('requestCase|now'),
            isNumeric: true,
            cell: ({ now }) => money(now),
            footer: money(price.now),
          },
          {
            key: 'recalculated',
            heading: t('requestCase|recalculated'),
            isNumeric: true,
            cell: ({ recalculated }) => money(recalculated),
            footer: money(price.recalculated),
          },
        ]}
      />
      <p className={styles.note}>{t('requestCase|tariff', { tariff: price.tariff })}</p>
    </Stack>
  );
};

/** Says that the policy has ended, lapsed or been suspended, which decides what can be accepted. */
const NotInForce = ({ status }: { status: Change['policyStatus'] }) => {
  const t = useTexts<'staff'>();
  const isNamed =
    status === 'lapsed' || status === 'cancelled' || status === 'expired' || status === 'suspended';
  return isNamed && <Alert kind="warning" title={t(`requestCase|policyIs.${status}`)} />;
};

/** A customer's request with everything needed to decide on it (rule CORE-10). */
export const ChangeRequest = ({ caseId, change }: { caseId: string; change: Change }) => {
  const t = useTexts<'staff'>();
  const portalTexts = useTexts<'portal'>();
  const { state, request, policy, effectiveOn, premium, price, offer, outcome, facts } = change;
  const kind = t(`requestCase|kind.${request}`);
  return (
    <Stack gap="xl">
      <DescriptionList
        items={[
          {
            term: t('requestCase|state'),
            value: <Tag {...requestLook[state]}>{t(`requestState|${state}`)}</Tag>,
          },
          { term: t('queue|kind'), value: kind },
          { term: t('queue|policy'), value: policy && `${policy.name}, ${policy.number}` },
          // The kind is shown above.
          ...facts.flatMap(({ label, value }) => (value === kind ? [] : [{ term: label, value }])),
          {
            term: t(endsCover(request) ? 'requestCase|acceptEnd' : 'requestCase|effectiveOn'),
            value: formatDate(t.language, effectiveOn),
          },
          {
            term: t(request === 'offer' ? 'requestCase|premium' : 'requestCase|estimated'),
            // Of another cover the estimate is one of the facts above, where we have made one.
            value: !agreesPremium(request) || request === 'cover' ? null : formatMoney(t.language, premium),
          },
        ]}
      />
      {!outcome && <NotInForce status={change.policyStatus} />}
      {outcome && <Outcome request={request} outcome={outcome} />}
      {change.receipt && (
        <Disclosure summary={portalTexts('receipt|title')}>
          <RequestReceipt receipt={change.receipt} level={4} />
        </Disclosure>
      )}
      <Figures change={change} />
      {price && <Price price={price} />}
      {offer && <AcceptedOffer caseId={caseId} offer={offer} change={change} />}
    </Stack>
  );
};
