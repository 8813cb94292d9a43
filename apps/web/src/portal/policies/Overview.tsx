import type { PolicyOverview } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, BarChart, buttonClass, DescriptionList, EmptyState, PageHead, Skeleton } from '@hofn/ui';
import type { Site } from '../../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../../engine/index.ts';
import { SendButton, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ForRole, useHasRole } from '../../parts/ForRole.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useCall, usePost, useUser } from '../../session/index.ts';
import { firstNames } from '../../shell/initials.ts';
import { greetingKey } from './greeting.ts';
import { groupKey } from './labels.ts';
import styles from './Overview.module.css';
import { PolicyList } from './PolicyList.tsx';
import { Summary } from './Summary.tsx';

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

const OverdueAlert = ({ overdue }: { overdue: NonNullable<PolicyOverview['overdue']> }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date, 'day');
  return (
    <Alert
      kind="error"
      title={t('overview|overdueAlert', { date: day(overdue.dueDate) })}
      action={
        <ForRole requires="Full" silent>
          <Link to={pathOf('portal.payments', t.language)} className={buttonClass({ size: 'small' })}>
            {t('overview|pay', { amount: formatMoney(t.language, overdue.amount) })}
          </Link>
        </ForRole>
      }
    >
      {t('overview|overdueText', { finalDate: day(overdue.finalDueDate), lastDate: day(overdue.lapsesOn) })}
    </Alert>
  );
};

/** Alert about documents to sign. Omitted when the call fails: the overview does not depend on it. */
const SignatureAlert = () => {
  const t = useTexts<'portal'>();
  const waiting = useCall('/api/document/v2/signable', {}).data?.waiting ?? 0;
  const isSelf = useUser().data?.currentProxyUser.via === 'self';
  const canSign = useHasRole('Full');
  if (waiting === 0) return null;
  return (
    <Alert
      kind="info"
      title={t(isSelf ? 'signing|onOverview' : 'signing|onOverviewOther', { n: waiting })}
      action={
        canSign && (
          <Link
            to={pathOf('portal.toSign', t.language)}
            className={buttonClass({ kind: 'secondary', size: 'small' })}
          >
            {t('signing|open')}
          </Link>
        )
      }
    />
  );
};

/** The next payment in one line, for phones, where the key figures come after the list (rule HOLD-22). */
const NextPayment = ({ nextDue }: Pick<PolicyOverview, 'nextDue'>) => {
  const t = useTexts<'portal'>();
  if (!nextDue) return null;
  return (
    <p className={styles.next}>
      <Link to={pathOf('portal.payments', t.language)}>{t('overview|nextPayment')}</Link>{' '}
      <strong className="figures">{formatMoney(t.language, nextDue.amount)}</strong>{' '}
      {collectionText(t, nextDue.collection)}
    </p>
  );
};

const OverviewAside = ({ overview }: { overview: PolicyOverview }) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <aside className={styles.aside}>
      <section>
        <BarChart
          caption={t('overview|chartTitle')}
          labelHeading={t('overview|group')}
          valueHeading={t('overview|premium')}
          rows={overview.groups.map(({ group, premiumPerYear }) => ({
            key: group,
            label: t(groupKey[group]),
            value: premiumPerYear,
            display: money(premiumPerYear),
          }))}
          total={{ label: t('overview|totalPerYear'), display: money(overview.totals.premiumPerYear) }}
        />
      </section>
      {overview.discounts.length > 0 && (
        <section>
          <h2>{t('overview|discounts')}</h2>
          <DescriptionList
            figures
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
  const { menu } = useStaticQuery<Site>('site');
  const [insurance] = menu.middle.individuals;
  return (
    <EmptyState
      title={t('overview|emptyTitle')}
      action={
        insurance && (
          <Link to={insurance.path} className={buttonClass()}>
            {t('overview|add')}
          </Link>
        )
      }
    >
      {t('overview|emptyText')}
    </EmptyState>
  );
};

/** What the customer has, pays and owes (rules PORT-1 and DATA-4); overdue payments come first. */
export const Overview = () => {
  const t = useTexts<'portal'>();
  const overview = useCall('/api/policy/v3/overview', {});
  const call = toSendCall(usePost('/api/policy/v1/sendpolicyoverview'), (email) => ({ body: email }));
  return (
    <>
      <PageHead title={useOverviewTitle()} />
      <SendStatus call={call} sentText={(email) => t('overview|sent', { email })} />
      <PrintedFor />
      <CallScreen
        call={overview}
        loading={t('loading|policies')}
        skeleton={
          <div className={styles.waiting}>
            <Skeleton rows={1} shape="block" />
            <Skeleton rows={5} />
          </div>
        }
        isEmpty={({ totals }) => totals.policies === 0}
        empty={
          <>
            <SignatureAlert />
            <NoPolicies />
          </>
        }
      >
        {(data) => (
          <div className={styles.overview}>
            {data.overdue && (
              <div className={styles.overdue}>
                <OverdueAlert overdue={data.overdue} />
              </div>
            )}
            <NextPayment nextDue={data.nextDue} />
            <div className={styles.later}>
              <SignatureAlert />
              <Summary overview={data} />
            </div>
            <div className={styles.columns}>
              <PolicyList
                groups={data.groups}
                send={<SendButton call={call} label={t('overview|send')} compact />}
              />
              <OverviewAside overview={data} />
            </div>
          </div>
        )}
      </CallScreen>
    </>
  );
};

export default Overview;
