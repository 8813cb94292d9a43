import type { PolicyOverview } from '@hofn/contracts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { BarChart, buttonClass, DescriptionList, EmptyState, PageHead, Skeleton } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useCall, usePost, useUser } from '../../session/index.ts';
import { firstNames } from '../../shell/initials.ts';
import { pollAfterPayment } from '../payments/after-payment.ts';
import { AlsoInsured } from './AlsoInsured.tsx';
import { Due } from './Due.tsx';
import { greetingKey } from './greeting.ts';
import { groupKey } from './labels.ts';
import { OpenClaims } from './OpenClaims.tsx';
import { OpenRequests } from './OpenRequests.tsx';
import { OthersToView } from './OthersToView.tsx';
import { OverdueAlert } from './OverdueAlert.tsx';
import styles from './Overview.module.css';
import { EndedPolicies, PolicyList, usePolicyFilter } from './PolicyList.tsx';
import { ToDo, useWaiting } from './ToDo.tsx';

const untilRestored = pollAfterPayment<PolicyOverview>(({ ended }) =>
  ended.some(({ status }) => status === 'lapsed'),
);

/** A greeting, or the customer's name while the user acts for someone else. */
const useOverviewTitle = (): string => {
  const t = useTexts<'portal'>();
  const user = useUser().data;
  const now = useNow();
  if (!user || !now) return t('overview|title');
  const { currentProxyUser: subject } = user;
  if (subject.value !== user.ssn || subject.isCompany)
    return t('overview|titleFor', { name: subject.fullName });
  return t(greetingKey(now), { firstName: firstNames(user.fullName) });
};

/** Where another car, home or person is insured: with a price at once, or for a company with a quote. */
const useInsuring = () => {
  const { language } = useTexts();
  const isCompany = useUser().data?.currentProxyUser.isCompany;
  return isCompany
    ? ({ path: pathOf('form.business', language), label: 'overview|getQuote' } as const)
    : ({ path: pathOf('getPrice', language), label: 'overview|getPrice' } as const);
};

const Actions = () => {
  const t = useTexts<'portal'>();
  const { path } = useInsuring();
  const look = buttonClass({ kind: 'secondary', size: 'small' });
  return (
    <ForRole requires="Full" isSilent>
      <Link to={pathOf('portal.fileClaim', t.language)} className={look}>
        {t('claims|report')}
      </Link>
      <Link to={path} className={`${look} ${styles.beside}`}>
        {t('overview|insureMore')}
      </Link>
    </ForRole>
  );
};

/** The same below the list, on windows too narrow for two buttons above it (rule HOLD-22). */
const InsureMore = () => {
  const t = useTexts<'portal'>();
  const { path } = useInsuring();
  return (
    <ForRole requires="Full" isSilent>
      <p className={styles.below}>
        <Link to={path}>{t('overview|insureMore')}</Link>
      </p>
    </ForRole>
  );
};

/** What the policies cost per month, by group, and the discounts in that. */
const OverviewAside = ({ overview }: { overview: PolicyOverview }) => {
  const t = useTexts<'portal'>();
  const { totals } = overview;
  const money = (isk: number) => formatMoney(t.language, isk);
  const perMonth = (isk: number) => money(Math.round(isk / 12));
  const perYear = t('overview|perYear', { amount: money(totals.premiumPerYear) });
  return (
    <aside className={styles.aside}>
      <section>
        <BarChart
          caption={t('overview|chartTitle')}
          labelHeading={t('overview|group')}
          valueHeading={t('overview|premiumPerMonth')}
          rows={overview.groups.map(({ group, premiumPerYear }) => ({
            key: group,
            label: t(groupKey[group]),
            value: premiumPerYear,
            display: perMonth(premiumPerYear),
          }))}
          total={{ label: t('overview|totalPerMonth'), display: perMonth(totals.premiumPerYear) }}
        />
        <p className={styles.year}>
          {t('plural|policies', { n: totals.policies })}, {perYear}
        </p>
      </section>
      {overview.discounts.length > 0 && (
        <section>
          <h2>{t('overview|discounts')}</h2>
          <DescriptionList
            hasFigures
            items={overview.discounts.map(({ name, amountPerYear }) => ({
              term: name,
              value: money(amountPerYear),
            }))}
          />
        </section>
      )}
    </aside>
  );
};

const NoPolicies = () => {
  const t = useTexts<'portal'>();
  const { path, label } = useInsuring();
  return (
    <EmptyState
      title={t('overview|emptyTitle')}
      action={
        <Link to={path} className={buttonClass()}>
          {t(label)}
        </Link>
      }
    >
      {t('overview|emptyText')}
    </EmptyState>
  );
};

/** What the customer has, pays and owes (rules PORT-1 and DATA-4); overdue payments come first. */
export const Overview = () => {
  const t = useTexts<'portal'>();
  const overview = useCall('/api/policy/v3/overview', { poll: untilRestored });
  const waiting = useWaiting();
  const list = usePolicyFilter();
  const toDo = waiting.data && <ToDo waiting={waiting.data} />;
  const openRequests = <OpenRequests requests={waiting.data?.requests ?? []} />;
  const overdue = overview.data?.overdue && (
    <div className={styles.overdue}>
      <OverdueAlert overdue={overview.data.overdue} ended={overview.data.ended} onShowEnded={list.clear} />
    </div>
  );
  const call = toSendCall(usePost('/api/policy/v1/sendpolicyoverview'), (email) => ({ body: email }));
  return (
    <>
      <PageHead title={useOverviewTitle()} actions={<Actions />} />
      <SendStatus call={call} sentText={(email) => t('overview|sent', { email })} />
      <PrintedFor />
      <CallScreen
        // Both at once: what waits would push the list down. If it cannot be fetched, the overview does without.
        call={waiting.state === 'loading' ? { state: 'loading', retry: overview.retry } : overview}
        loading={t('loading|policies')}
        skeleton={
          <div className={styles.spaced}>
            <Skeleton rows={1} kind="block" />
            <Skeleton rows={5} />
          </div>
        }
        isEmpty={({ totals }) => totals.policies === 0}
        empty={
          <div className={styles.spaced}>
            {overdue}
            {toDo}
            {openRequests}
            <OthersToView />
            <NoPolicies />
            <AlsoInsured />
            <EndedPolicies policies={overview.data?.ended ?? []} isAlone />
          </div>
        }
      >
        {(data) => (
          <div className={styles.overview}>
            {overdue}
            <div className={styles.waiting}>
              <Due nextDue={data.nextDue} />
              {toDo}
              {openRequests}
              <OpenClaims openClaims={data.openClaims} />
            </div>
            <div className={styles.columns}>
              <div>
                <PolicyList groups={data.groups} ended={data.ended} list={list} send={call} />
                <InsureMore />
                <AlsoInsured />
              </div>
              <OverviewAside overview={data} />
            </div>
          </div>
        )}
      </CallScreen>
    </>
  );
};

export default Overview;
