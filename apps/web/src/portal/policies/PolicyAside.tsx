import type { Policy, PolicyOptions } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { coverPhaseOf, isOver, isProvable } from '@hofn/domain/cover-phase.ts';
import { motorInsurance } from '@hofn/domain/policy-requests.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { company } from '@hofn/texts/company.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { DescriptionList, Icon } from '@hofn/ui';
import type { ReactNode } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import styles from './PolicyScreen.module.css';

/** The days of a policy, in words that are true today (rule LIFE-40). */
const useDays = (policy: Policy): { term: string; value: string | null }[] => {
  const t = useTexts<'portal'>();
  const phase = coverPhaseOf(policy);
  const { status, renewsOn } = policy;
  const since = policy.since && formatDate(t.language, policy.since);
  const from = formatDate(t.language, policy.validFrom);
  const to = formatDate(t.language, policy.validTo);
  if (phase === 'never') return [{ term: t('policy|wouldApplyFrom'), value: from }];
  if (phase === 'over')
    return [
      // Cover that was suspended before this period did not apply in it at all.
      { term: t('policy|appliedFrom'), value: policy.validFrom <= policy.validTo ? from : null },
      status === 'lapsed'
        ? { term: t('policy|lapsedOn'), value: since }
        : { term: t('policy|appliedTo'), value: to },
    ];
  return [
    { term: t('policy|validFrom'), value: from },
    { term: t('policy|validTo'), value: to },
    { term: t('policy|pausedSince'), value: phase === 'paused' ? since : null },
    {
      term: t('policy|renewalDate'),
      value: renewsOn ? formatDate(t.language, renewsOn) : t('policy|notRenewed'),
    },
  ];
};

const PolicyFacts = ({ policy }: { policy: Policy }) => {
  const t = useTexts<'portal'>();
  const days = useDays(policy);
  return (
    <DescriptionList
      hasFigures
      items={[
        { term: t('policy|number'), value: policy.number },
        ...days,
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

/** The policy's own certificate, and ways to take it along. None is proof of cover that does not apply. */
const Certificate = ({ policy, options, tools }: Props) => {
  const t = useTexts<'portal'>();
  const phase = coverPhaseOf(policy);
  const isValid = isProvable(phase);
  const certificateId = isValid ? options?.certificateId : null;
  return (
    <section>
      <h2>{t('policy|certificate')}</h2>
      {certificateId && (
        <ul className={styles.terms}>
          <li>
            <Icon name="shield" />
            <Link to={pathOf('portal.document', t.language, { id: certificateId })}>
              {t('policy|openCertificate')}
            </Link>
          </li>
        </ul>
      )}
      {phase !== 'never' && (
        <ul className={styles.terms}>
          <li>
            <Icon name="doc" />
            <Link to={pathOf('portal.policyProof', t.language, { id: policy.id })}>{t('proof|way')}</Link>
          </li>
          {motorInsurance.has(policy.product) && (
            <li>
              <Icon name="doc" />
              <Link to={pathOf('portal.claimsHistory', t.language)}>{t('claimsHistory|way')}</Link>
            </li>
          )}
        </ul>
      )}
      {certificateId && phase === 'notYet' && (
        <p className={styles.note}>
          {t('policy|certificateFrom', { date: formatDate(t.language, policy.validFrom) })}
        </p>
      )}
      {!isValid && (
        <p>
          {t('policy|noCertificate')}{' '}
          <Link to={pathOf('portal.documents', t.language)}>{t('policy|earlierCertificates')}</Link>
        </p>
      )}
      <div className={styles.tools}>{tools}</div>
    </section>
  );
};

const Terms = ({ terms }: Pick<Policy, 'terms'>) => {
  const t = useTexts<'portal'>();
  if (terms.length === 0) return null;
  return (
    <section>
      <h2>{t('policy|terms')}</h2>
      <ul className={styles.terms}>
        {terms.map(({ code, title, path }) => (
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
  );
};

/** Page of each benefit. */
const benefitPage = { roadside: 'product.roadside', courtesyCar: 'product.kasko' } as const;
const isBenefit = (key: string): key is keyof typeof benefitPage => key in benefitPage;

const BenefitHelp = ({ benefit }: { benefit: keyof typeof benefitPage }) => {
  const t = useTexts<'portal'>();
  return (
    <>
      <span className={styles.note}>{t(`policy|benefitCovers.${benefit}`)}</span>
      <Link to={company.phoneLink} className={styles.phone}>
        <Icon name="phone" size={20} /> {t('policy|benefitCall', { phone: company.phone })}
      </Link>
    </>
  );
};

/** What comes with the policy at no extra cost, with how to use it. */
const Benefits = ({ keys }: { keys: string[] }) => {
  const t = useTexts<'portal'>();
  const benefits = keys.filter(isBenefit);
  if (benefits.length === 0) return null;
  return (
    <section>
      <h2>{t('policy|benefits')}</h2>
      <ul className={styles.terms}>
        {benefits.map((key) => (
          <li key={key}>
            <Icon name="check" />
            <span>
              <Link to={pathOf(benefitPage[key], t.language)}>{t(`benefits|${key}`)}</Link>
              <BenefitHelp benefit={key} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

type Props = { policy: Policy; options: PolicyOptions | undefined; tools: ReactNode };

/** Price and facts of a policy, what comes with it, and its papers. */
export const PolicyAside = ({ policy, options, tools }: Props) => {
  const t = useTexts<'portal'>();
  const phase = coverPhaseOf(policy);
  return (
    <aside className={styles.aside}>
      <section className={styles.box}>
        {phase !== 'never' && (
          <>
            <h2>{isOver(phase) ? t('policy|lastPremium') : t('policy|annualPremium')}</h2>
            <p className={styles.figure}>{formatMoney(t.language, policy.premiumPerYear)}</p>
          </>
        )}
        <PolicyFacts policy={policy} />
      </section>
      {phase === 'applies' && <Benefits keys={policy.benefits} />}
      <Certificate policy={policy} options={options} tools={tools} />
      <Terms terms={policy.terms} />
    </aside>
  );
};
