import type { StaffCase } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import { companyProducts } from '@hofn/domain/company-figures.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert, DescriptionList, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { fieldsOf, formatFigure, labelOf } from '../../forms/company-fields.ts';
import { PrivacyRequest } from '../privacy/PrivacyRequest.tsx';
import { Answers } from './Answers.tsx';
import styles from './CaseScreen.module.css';
import { SentForm } from './SentForm.tsx';

type Matter<Kind> = Extract<StaffCase['matter'], { kind: Kind }>;

const covers = Object.keys(companyProducts) as (keyof typeof companyProducts)[];

const ClaimAnswers = ({ matter, language }: { matter: Matter<'claim'>; language: StaffCase['language'] }) => {
  const t = useTexts<'staff'>();
  const { reporter } = matter;
  return (
    <>
      {matter.unverified && <Alert kind="warning" title={t('queue|claimUnverified')} />}
      <DescriptionList
        items={[
          { term: t('queue|status'), value: matter.status && t(`claimStatus|${matter.status}`) },
          { term: t('queue|dateOfLoss'), value: formatDate(t.language, matter.dateOfLoss) },
          { term: t('queue|place'), value: matter.place && <span lang={language}>{matter.place}</span> },
          {
            term: t('queue|reporter'),
            value:
              reporter &&
              [reporter.name, reporter.ssn && formatKennitala(reporter.ssn)].filter(Boolean).join(', '),
          },
        ]}
      />
      <Answers items={matter.facts.map(({ label, value }) => ({ term: label, value }))} language={language} />
    </>
  );
};

const ChangeTable = ({ matter }: { matter: Matter<'change'> }) => {
  const t = useTexts<'staff'>();
  const portalTexts = useTexts<'portal'>();
  const { policy, effectiveOn, premium, before, after } = matter;
  const names = Object.keys(after);
  // An accepted offer has no figures; its content is in the offer.
  const cover = covers.find((candidate) =>
    names.every((name) => fieldsOf[candidate].some((field) => field.name === name)),
  );
  const format = (name: string, from: Record<string, unknown> | null) =>
    cover && formatFigure(portalTexts, cover, name, from?.[name] as Parameters<typeof formatFigure>[3]);
  return (
    <>
      <DescriptionList
        items={[
          { term: t('queue|policy'), value: policy && `${policy.name}, ${policy.number}` },
          { term: t('queue|effectiveOn'), value: formatDate(t.language, effectiveOn) },
          { term: t('queue|premium'), value: formatMoney(t.language, premium) },
        ]}
      />
      {cover && names.length > 0 && (
        <Table
          caption={t('queue|change')}
          captionHidden
          compared
          rows={names}
          rowKey={(name) => name}
          columns={[
            {
              key: 'name',
              heading: t('queue|change'),
              rowHeading: true,
              cell: (name) => labelOf(portalTexts, name),
            },
            {
              key: 'before',
              heading: t('queue|before'),
              numeric: true,
              cell: (name) => format(name, before),
            },
            { key: 'after', heading: t('queue|after'), numeric: true, cell: (name) => format(name, after) },
          ]}
        />
      )}
    </>
  );
};

/** Everything that the sender submitted, with labels, in their language. */
export const SentMatter = ({ data, onReload }: { data: StaffCase; onReload: () => void }) => {
  const { matter, form, language } = data;
  switch (matter.kind) {
    case 'form':
      return form && <SentForm form={form} fields={matter.fields} language={language} />;
    case 'claim':
      return <ClaimAnswers matter={matter} language={language} />;
    case 'memo':
      return (
        <p lang={language} className={styles.written}>
          {matter.text}
        </p>
      );
    case 'change':
      return <ChangeTable matter={matter} />;
    case 'privacy':
      return <PrivacyRequest id={matter.requestId} onDecided={onReload} />;
  }
};
