import type { Policy } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney, formatPercent } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass, DescriptionList, Icon, PageHeadParts, Table } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { SendButton, SendStatus, toSendCall } from '../../forms/SendByEmail.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { PrintButton } from '../../parts/PrintButton.tsx';
import { PrintedFor } from '../../parts/PrintedFor.tsx';
import { useCall, usePost } from '../../session/index.ts';
import { Covers } from './Covers.tsx';
import styles from './PolicyScreen.module.css';
import { StatusTag } from './StatusTag.tsx';
import { statusText } from './status-text.ts';

/** By product, the page where a company updates its rating figures. */
const updatePageOf: Partial<
  Record<string, 'portal.updateLiability' | 'portal.updateEmployee' | 'portal.updateTravel'>
> = {
  [companyProducts.liability]: 'portal.updateLiability',
  [companyProducts.personal]: 'portal.updateEmployee',
  [companyProducts.travel]: 'portal.updateTravel',
};

const PolicyFacts = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const day = (date: string) => formatDate(t.language, date);
  return (
    <DescriptionList
      figures
      items={[
        { term: t('policy|number'), value: policy.number },
        { term: t('policy|validFrom'), value: day(policy.validFrom) },
        { term: t('policy|validTo'), value: day(policy.validTo) },
        {
          term: t('policy|renewalDate'),
          value: policy.renewsOn ? day(policy.renewsOn) : t('policy|notRenewed'),
        },
        {
          term: t('policy|deductible'),
          value:
            policy.deductible === null
              ? t('policy|noDeductible')
              : formatMoney(t.language, policy.deductible),
        },
        {
          term: t('policy|sumInsured'),
          value: policy.sumInsured === null ? null : formatMoney(t.language, policy.sumInsured),
        },
        {
          term: t('policy|holder'),
          value: (
            <>
              {policy.holder.fullName}, <span className="figures">{formatKennitala(policy.holder.ssn)}</span>
            </>
          ),
        },
      ]}
    />
  );
};

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
  return (
    <section className={styles.section}>
      <h2>{t('policy|premiumParts')}</h2>
      <Table
        caption={t('policy|premiumParts')}
        captionHidden
        columns={[
          {
            key: 'name',
            heading: t('policy|premiumPart'),
            rowHeading: true,
            cell: ({ name }) => name,
            footer: t('policy|annualPremium'),
          },
          {
            key: 'amount',
            heading: t('policy|amount'),
            numeric: true,
            cell: ({ amount }) => formatMoney(t.language, amount),
            footer: formatMoney(t.language, policy.premiumPerYear),
          },
        ]}
        rows={policy.premiumParts}
        rowKey={({ kind, name }) => `${kind} ${name}`}
      />
      <p className={styles.note}>
        {t('policy|instalments', { n: perYear })}.{' '}
        {feePercent > 0 &&
          `${t('policy|instalmentFee', { percent: formatPercent(t.language, feePercent) })}.`}
      </p>
    </section>
  );
};

const PolicyAside = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const benefits = policy.benefits.flatMap((key) => t.find(`benefits|${key}`) ?? []);
  return (
    <aside className={styles.aside}>
      <section className={styles.box}>
        <h2>{t('policy|annualPremium')}</h2>
        <p className={styles.figure}>{formatMoney(t.language, policy.premiumPerYear)}</p>
        <PolicyFacts policy={policy} />
      </section>
      {policy.terms.length > 0 && (
        <section>
          <h2>{t('policy|terms')}</h2>
          <ul className={styles.terms}>
            {policy.terms.map(({ code, title, path }) => (
              <li key={code}>
                <Icon name="doc" />
                <span>
                  <Link to={path}>{title}</Link>
                  <span className={styles.note}>{code}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {benefits.length > 0 && (
        <section>
          <h2>{t('policy|benefits')}</h2>
          <ul className={styles.terms}>
            {benefits.map((benefit) => (
              <li key={benefit}>
                <Icon name="check" />
                {benefit}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
};

const PolicyBody = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const call = toSendCall(usePost('/api/policy/v2/sendpolicy'), (email) => ({
    body: { policyId: policy.id, ...email },
  }));
  const updatePage = updatePageOf[policy.product];
  return (
    <>
      <PageHeadParts
        actions={
          <>
            {updatePage && (
              <Link to={pathOf(updatePage, t.language)} className={buttonClass({ kind: 'secondary' })}>
                {t('company|update')}
              </Link>
            )}
            <SendButton call={call} label={t('policy|send')} />
            <PrintButton />
          </>
        }
      >
        <p className={styles.insured}>
          {policy.insured} <StatusTag status={policy.status} />
        </p>
        <p className={policy.status === 'active' ? styles.note : undefined}>{statusText(t, policy)}</p>
      </PageHeadParts>
      <SendStatus call={call} sentText={(email) => t('policy|sent', { email })} />
      <PrintedFor />
      <div className={styles.columns}>
        <div>
          <Covers covers={policy.covers} />
          <InsuredItems items={policy.insuredItems} />
          <PremiumParts policy={policy} />
        </div>
        <PolicyAside policy={policy} />
      </div>
    </>
  );
};

/** One policy on its own page (rules PORT-18 and DATA-4). */
export const PolicyScreen = ({ id }: { id: string }) => {
  const t = useTexts<'portal'>();
  const policy = useCall('/api/policy/v2/{id}', { params: { id } });
  return (
    <DetailScreen
      call={policy}
      loading={t('loading|policies')}
      heading={t('policy|title')}
      back={{ path: pathOf('portal.base', t.language), label: t('policy|back') }}
      notFound={{ title: t('policy|notFoundTitle'), text: t('policy|notFound') }}
      title={({ name }) => name}
    >
      {(data) => <PolicyBody policy={data} />}
    </DetailScreen>
  );
};

const PortalPolicyTemplate = ({ location }: TemplateProps) => <PolicyScreen id={location.params.id ?? ''} />;

export default PortalPolicyTemplate;
