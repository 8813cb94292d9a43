import type { Policy, PolicyOptions } from '@hofn/contracts';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { coverPhaseOf, isOver, isProvable } from '@hofn/domain/cover-phase.ts';
import { endKinds } from '@hofn/domain/planned-end.ts';
import { formatDate, formatMoney, formatPercent } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { policyStatusText } from '@hofn/texts/policy-status-text.ts';
import { DescriptionList, PageHeadParts, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { SendButton, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { EmergencyAbroad } from '../../parts/EmergencyAbroad.tsx';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, useChangeAnswer, usePost, useRefetch } from '../../session/index.ts';
import { pollAfterPayment } from '../payments/after-payment.ts';
import { Addable } from './Addable.tsx';
import { Covers, Deductible } from './Covers.tsx';
import { Lapsed } from './Lapsed.tsx';
import { MayLapse } from './MayLapse.tsx';
import { OpenRequest, type SentRequest } from './OpenRequest.tsx';
import { PolicyActions } from './PolicyActions.tsx';
import { PolicyAside } from './PolicyAside.tsx';
import styles from './PolicyScreen.module.css';
import { Renewal } from './Renewal.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import type { Answers, RequestKind } from './request-form.ts';
import { StatusTag } from './StatusTag.tsx';

const InsuredItems = ({ items }: { items: Policy['insuredItems'] }) => {
  const t = useTexts<'portal'>();
  return (
    <section className={styles.section}>
      <h2>{t('policy|insuredItems')}</h2>
      {items.length === 0 && <p>{t('policy|emptyItems')}</p>}
      <div className={styles.items}>
        {items.map(({ id, name, facts }) => (
          <section key={id} className={styles.item}>
            <h3>{name}</h3>
            <DescriptionList items={facts.map(({ label, value }) => ({ term: label, value }))} />
          </section>
        ))}
      </div>
    </section>
  );
};

const PremiumParts = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const { perYear, feePercent } = policy.instalments;
  const isPast = isOver(coverPhaseOf(policy));
  const heading = isPast ? t('policy|premiumPartsOver') : t('policy|premiumParts');
  return (
    <section className={styles.section}>
      <h2>{heading}</h2>
      <Table
        caption={heading}
        isCaptionHidden
        columns={[
          {
            key: 'name',
            heading: t('policy|premiumPart'),
            isRowHeading: true,
            cell: ({ name }) => name,
            footer: t('policy|annualPremium'),
          },
          {
            key: 'amount',
            heading: t('policy|amount'),
            isNumeric: true,
            cell: ({ amount }) => formatMoney(t.language, amount),
            footer: formatMoney(t.language, policy.premiumPerYear),
          },
        ]}
        rows={policy.premiumParts}
        rowKey={({ kind, name }) => `${kind} ${name}`}
      />
      {!isPast && (
        <p className={styles.note}>
          {t('policy|instalments', { n: perYear })}.{' '}
          {feePercent > 0 &&
            `${t('policy|instalmentFee', { percent: formatPercent(t.language, feePercent) })}.`}
        </p>
      )}
    </section>
  );
};

/** Travel insurance of a person or a company. */
const isTravel = ({ product }: Policy): boolean => product === 'travel' || product === companyProducts.travel;

/** What the status means, and whether a request that waits may end or suspend the cover (rules LIFE-1 and LIFE-5). */
const StatusSentence = ({ policy, request }: { policy: Policy; request: PolicyOptions['request'] }) => {
  const t = useTexts<'portal'>();
  const isOwn = useIsSelf();
  const isPending = request?.state === 'open' || request?.state === 'moreInformation';
  const ending = isPending ? endKinds.find((kind) => kind === request.kind) : undefined;
  const isUsual = policy.status === 'active' && !policy.planned && !ending;
  return (
    <p className={isUsual ? styles.note : undefined}>
      {policyStatusText(t, policy, { isOwn })} {ending && t(`policyForm|waits.${ending}`)}
    </p>
  );
};

/** Days of the past year without cover, which the days of the period do not show (rule LIFE-40). */
const Gaps = ({ gaps }: Pick<Policy, 'gaps'>) => {
  const t = useTexts<'portal'>();
  return gaps.map(({ from, to }) => (
    <p key={from}>
      {t(from === to ? 'policy|gapDay' : 'policy|gap', {
        from: formatDate(t.language, from),
        to: formatDate(t.language, to),
      })}
    </p>
  ));
};

type BodyProps = {
  policy: Policy;
  /** What can be requested; undefined if it could not be fetched. */
  options: PolicyOptions | undefined;
};

const PolicyBody = ({ policy, options }: BodyProps) => {
  const t = useTexts<'portal'>();
  const call = toSendCall(usePost('/api/policy/v2/sendpolicy'), (email) => ({
    body: { policyId: policy.id, ...email },
  }));
  const refresh = useRefetch();
  const changeAnswer = useChangeAnswer();
  const phase = coverPhaseOf(policy);
  const lapseDay = options?.mayLapseOn;
  // Cover that ends before anyway, and is not renewed, is not ended by what is overdue.
  const mayLapseOn = policy.renewsOn !== null || (lapseDay && lapseDay <= policy.validTo) ? lapseDay : null;
  const [asking, setAsking] = useState<{ kind: RequestKind; known: Partial<Answers> }>();
  const [sent, setSent] = useState<SentRequest>();
  return (
    <>
      <PageHeadParts>
        <p className={styles.insured}>
          {policy.insured} <StatusTag status={policy.status} />
        </p>
        {policy.status === 'lapsed' ? (
          <div className={styles.payment}>
            <Lapsed policy={policy} />
          </div>
        ) : (
          <StatusSentence policy={policy} request={options?.request ?? null} />
        )}
        {mayLapseOn && (
          <div className={styles.payment}>
            <MayLapse mayLapseOn={mayLapseOn} />
          </div>
        )}
        <Gaps gaps={policy.gaps} />
        <PolicyActions
          policy={policy}
          requestable={options?.requestable}
          onRequest={(kind) => setAsking({ kind, known: {} })}
        />
        {phase === 'applies' && isTravel(policy) && <EmergencyAbroad />}
      </PageHeadParts>
      {options && asking && (
        <RequestDialog
          policy={policy}
          options={options}
          {...asking}
          onSent={({ request, next }) => {
            setAsking(undefined);
            setSent({ id: request.id, isDone: request.state === 'accepted', next });
            changeAnswer('/api/policy/v2/{id}/options', (shown) => ({ ...shown, request }), {
              params: { id: policy.id },
            });
            refresh();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {options && (
        <OpenRequest request={options.request} sent={sent} onRetracted={() => setSent(undefined)} />
      )}
      <SendStatus call={call} sentText={(email) => t('policy|sent', { email })} />
      <PrintedFor />
      <div className={styles.columns}>
        <div>
          <Renewal
            policy={policy}
            requestable={options?.requestable}
            onRequest={(kind) => setAsking({ kind, known: {} })}
          />
          {phase !== 'never' && (
            <>
              <Deductible policy={policy} />
              <Covers policy={policy} phase={phase} />
            </>
          )}
          {options && <Addable options={options} onAdd={(known) => setAsking({ kind: 'cover', known })} />}
          <InsuredItems items={policy.insuredItems} />
          {phase !== 'never' && <PremiumParts policy={policy} />}
        </div>
        <PolicyAside
          policy={policy}
          options={options}
          tools={
            <>
              {isProvable(phase) && <SendButton call={call} label={t('policy|send')} />}
              <PrintButton />
            </>
          }
        />
      </div>
    </>
  );
};

const untilRestored = pollAfterPayment<Policy>(({ status }) => status === 'lapsed');

/** One policy on its own page (rules PORT-18 and DATA-4). */
export const PolicyScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const policy = useCall('/api/policy/v2/{id}', { params: { id }, poll: untilRestored });
  const options = useCall('/api/policy/v2/{id}/options', { params: { id } });
  // Both at once: the warning and the buttons would push the page down. If the options cannot be fetched, it does without.
  const isWaiting = policy.state === 'ready' && options.state === 'loading';
  return (
    <DetailScreen
      call={isWaiting ? { state: 'loading', retry: policy.retry } : policy}
      loading={t('loading|policies')}
      heading={t('policy|title')}
      back={{ path: pathOf('portal.base', t.language), label: t('policy|back') }}
      notFound={{ title: t('policy|notFoundTitle'), text: t('policy|notFound') }}
      title={({ name }) => name}
    >
      {(data) => <PolicyBody policy={data} options={options.data} />}
    </DetailScreen>
  );
};

const PortalPolicyTemplate = ({ location }: TemplateProps) => <PolicyScreen id={location.params.id ?? ''} />;

export default PortalPolicyTemplate;
