import type { Proposal } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, KeyFigure, KeyFigures, PageHeadParts, StatusRegion, Table } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useDownload, usePost, useRefetch } from '../../session/index.ts';
import { focusHeading } from '../../shell/focus-heading.ts';
import { DecisionText } from '../requests/DecisionText.tsx';
import { RequestStatus } from '../requests/RequestStatus.tsx';
import { RequestTag } from '../requests/RequestTag.tsx';
import styles from './Offers.module.css';
import { OfferTag } from './Offers.tsx';

type Row = { key: string; name: string; offered: string; now: string };

const moneyOf = (language: Language, isk: number | null): string =>
  isk === null ? '–' : formatMoney(language, isk);

/** Offered values beside the current values, a column omitted when there is no current policy. */
const ComparisonTable = ({
  caption,
  rows,
  hasCurrent,
  isNumeric,
  foot,
}: {
  caption: string;
  rows: Row[];
  hasCurrent: boolean;
  isNumeric?: boolean;
  foot?: { name: string; offered: string; now: string };
}) => {
  const t = useTexts<'portal'>();
  const offered = { key: 'offered', heading: t('offers|offered'), cell: (row: Row) => row.offered };
  const now = { key: 'now', heading: t('offers|now'), cell: (row: Row) => row.now };
  return (
    <Table
      caption={caption}
      isCaptionHidden
      isCompared
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'name',
          heading: t('offers|what'),
          isRowHeading: true,
          cell: ({ name }) => name,
          ...(foot && { footer: foot.name }),
        },
        ...(hasCurrent ? [{ ...now, isNumeric: isNumeric ?? false, ...(foot && { footer: foot.now }) }] : []),
        { ...offered, isNumeric: isNumeric ?? false, ...(foot && { footer: foot.offered }) },
      ]}
    />
  );
};

const Comparison = ({ proposal }: { proposal: Proposal }) => {
  const t = useTexts<'portal'>();
  const hasCurrent = proposal.policy !== null;
  const money = (isk: number | null) => moneyOf(t.language, isk);
  const coverText = (sums: Proposal['covers'][number]['offered']): string => {
    if (sums === null) return t('offers|notIncluded');
    const parts = [
      sums.sumInsured === null ? t('offers|included') : t('offers|upTo', { amount: money(sums.sumInsured) }),
      ...(sums.deductible === null ? [] : [t('offers|ownRisk', { amount: money(sums.deductible) })]),
    ];
    return parts.join(', ');
  };
  const rowOf = (key: 'deductible' | 'sumInsured'): Row => ({
    key,
    name: t(`offers|${key}`),
    offered: money(proposal[key].offered),
    now: money(proposal[key].now),
  });
  const { premiumPerYear } = proposal;
  return (
    <>
      <section className={styles.section}>
        <h2>{t('offers|parts')}</h2>
        <ComparisonTable
          caption={t('offers|parts')}
          hasCurrent={hasCurrent}
          isNumeric
          rows={proposal.parts.map(({ kind, name, offered, now }) => ({
            key: `${kind} ${name}`,
            name,
            offered: money(offered),
            now: money(now),
          }))}
          foot={{
            name: t('offers|total'),
            offered: money(premiumPerYear.offered),
            now: money(premiumPerYear.now),
          }}
        />
      </section>
      <section className={styles.section}>
        <h2>{hasCurrent ? t('offers|compare') : t('offers|covers')}</h2>
        <ComparisonTable
          caption={hasCurrent ? t('offers|compare') : t('offers|covers')}
          hasCurrent={hasCurrent}
          rows={[
            rowOf('deductible'),
            rowOf('sumInsured'),
            ...proposal.covers.map(({ id, name, offered, now }) => ({
              key: id,
              name,
              offered: coverText(offered),
              now: coverText(now),
            })),
          ]}
        />
      </section>
      <section className={styles.section}>
        <h2>{t('offers|exclusions')}</h2>
        <ul>
          {proposal.exclusions.map(({ id, name, description }) => (
            <li key={id}>
              <strong>{name}.</strong> {description}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

const AnswerForm = ({ proposal }: { proposal: Proposal }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const { send, reset, ...answering } = usePost('/api/ods/v1/proposal/{id}');
  const [pendingAnswer, setPendingAnswer] = useState<'accept' | 'decline'>();
  const { state } = proposal;
  const shownState = useRef(state);
  useEffect(() => {
    if (shownState.current === state) return;
    shownState.current = state;
    // The result is at the top, and the buttons that had the focus are gone.
    window.scrollTo({ top: 0, behavior: 'instant' });
    focusHeading();
  }, [state]);
  const sendAnswer = async (choice: 'accept' | 'decline') => {
    const body =
      choice === 'accept' ? { answer: choice, shown: proposal.shown } : { answer: 'decline' as const };
    await send({ params: { id: proposal.id }, body });
    setPendingAnswer(undefined);
    refresh();
  };
  return (
    <>
      {answering.state === 'failed' && <ErrorAlert title={t('offers|failed')} error={answering.error} />}
      {state === 'pending' && (
        <ForRole requires="Full" act="acceptOffer">
          <div className={styles.actions}>
            <Button onClick={() => setPendingAnswer('accept')}>{t('offers|accept')}</Button>
            <Button kind="secondary" onClick={() => setPendingAnswer('decline')}>
              {t('offers|decline')}
            </Button>
          </div>
        </ForRole>
      )}
      {pendingAnswer && (
        <ConfirmDialog
          title={t(`offers|${pendingAnswer}`)}
          confirmLabel={t(`offers|${pendingAnswer}`)}
          busyLabel={t('offers|answering')}
          isBusy={answering.state === 'sending'}
          onConfirm={() => void sendAnswer(pendingAnswer)}
          onClose={() => setPendingAnswer(undefined)}
        >
          <p>
            {pendingAnswer === 'accept'
              ? t('offers|acceptConfirm', { date: formatDate(t.language, proposal.effectiveOn) })
              : t('offers|declineConfirm')}
          </p>
          {pendingAnswer === 'accept' && <DecisionText decision={proposal.decision} />}
        </ConfirmDialog>
      )}
    </>
  );
};

const outcomeKind = { accepted: 'success', declined: 'info', expired: 'warning' } as const;

const OfferBody = ({ proposal }: { proposal: Proposal }) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const { state, policy, premiumPerYear, request } = proposal;
  const isSettled = request?.state === 'accepted' || request?.state === 'refused';
  const day = (date: string) => formatDate(t.language, date, 'medium');
  return (
    <>
      <PageHeadParts>
        <p className={styles.line}>
          {proposal.insured}{' '}
          {request && request.state !== 'open' ? <RequestTag status={request} /> : <OfferTag state={state} />}
        </p>
      </PageHeadParts>
      <PrintedFor />
      <StatusRegion>
        {state !== 'pending' && !isSettled && (
          <Alert kind={outcomeKind[state]} title={t(`offers|${state}`)}>
            {request && t('requests|offerOpen')}
          </Alert>
        )}
      </StatusRegion>
      {request && <RequestStatus status={request} />}
      <KeyFigures>
        <KeyFigure term={t('offers|premium')} value={moneyOf(t.language, premiumPerYear.offered)}>
          {premiumPerYear.now !== null && (
            <dd>{t('offers|premiumToday', { amount: formatMoney(t.language, premiumPerYear.now) })}</dd>
          )}
        </KeyFigure>
        <KeyFigure term={t('offers|takesEffect')} value={day(proposal.effectiveOn)}>
          <dd>{policy ? t('offers|replaces', { number: policy.number }) : t('offers|newPolicy')}</dd>
        </KeyFigure>
        <KeyFigure term={t('offers|answerBy')} value={day(proposal.validTo)}>
          <dd>{t('offers|offerNumber', { number: proposal.number })}</dd>
        </KeyFigure>
      </KeyFigures>
      <section className={styles.section}>
        <h2>{t('offers|needs')}</h2>
        <ul>
          {proposal.needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </section>
      <Comparison proposal={proposal} />
      <section className={styles.section}>
        <h2>{t('offers|ipidTitle')}</h2>
        {state === 'pending' && <p>{t('offers|ipid')}</p>}
        <ErrorAlert title={t('global|errorTitle')} error={error} />
        <Button
          kind="secondary"
          icon="doc"
          isLoading={busy !== undefined}
          loadingLabel={t('offers|loading')}
          onClick={() =>
            void download('ipid', '/api/ods/v1/proposal/{id}/ipid', { params: { id: proposal.id } })
          }
        >
          {t('offers|ipidGet')}
        </Button>
        <h3>{t('offers|terms')}</h3>
        <ul>
          {proposal.terms.map(({ code, title, path }) => (
            <li key={code}>
              <Link to={path}>{title}</Link> ({code})
            </li>
          ))}
        </ul>
      </section>
      <AnswerForm proposal={proposal} />
    </>
  );
};

/** One offer compared with the current policy, to accept or decline. */
export const OfferScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/ods/v1/proposal/{id}', { params: { id } });
  return (
    <DetailScreen
      call={call}
      loading={t('offers|loading')}
      heading={t('offers|title')}
      back={{ path: pathOf('portal.offers', t.language), label: t('offers|back') }}
      notFound={{ title: t('offers|notFoundTitle'), text: t('offers|notFound') }}
      title={({ name }) => name}
    >
      {(proposal) => <OfferBody proposal={proposal} />}
    </DetailScreen>
  );
};

const PortalOfferTemplate = ({ location }: TemplateProps) => <OfferScreen id={location.params.id ?? ''} />;

export default PortalOfferTemplate;
