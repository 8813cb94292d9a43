import type { RequestReceipt as Receipt } from '@hofn/contracts';
import { customerStateOf } from '@hofn/domain/requests.ts';
import { dayOfInstant, formatDate, formatDateTime } from '@hofn/texts';
import { Alert, DescriptionList, Tag } from '@hofn/ui';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../engine/index.ts';
import styles from './RequestReceipt.module.css';
import { requestLook } from './request-look.ts';

const answers = {
  asked: 'receipt|answer.asked',
  done: 'receipt|answer.done',
  referred: 'receipt|answer.referred',
  declined: 'receipt|answer.declined',
} as const satisfies Record<Receipt['acts'][number]['state'], string>;

type Level = 2 | 4;
type Items = { term: string; value: ReactNode }[];

const Part = ({
  title,
  level,
  items,
  children,
}: {
  title: string;
  level: Level;
  items: Items;
  children?: ReactNode;
}) => {
  const Heading = `h${level}` as const;
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <DescriptionList hasFigures items={items} />
      {children}
    </section>
  );
};

const written = (texts: readonly string[]): ReactNode =>
  texts.length === 0 ? null : <span className={styles.written}>{texts.join('\n')}</span>;

const itemsOf = (facts: Receipt['asked']): Items =>
  facts.map(({ label, value }) => ({ term: label, value: written([value]) }));

/** Says of a request without an outcome what is known of it, and no more. */
const Undecided = ({ receipt: { state, settledAt, acts } }: { receipt: Receipt }) => {
  const t = useTexts<'portal'>();
  if (state === 'retracted')
    return (
      settledAt !== null && (
        <Alert
          title={t('receipt|retractedTitle', {
            date: formatDate(t.language, dayOfInstant(new Date(settledAt))),
          })}
        />
      )
    );
  return (
    <Alert title={t('receipt|undecidedTitle')}>
      {t(acts.at(-1)?.state === 'asked' ? 'receipt|undecided.asked' : 'receipt|undecided.people')}
    </Alert>
  );
};

const Decision = ({
  receipt,
  decision: { decidedBy, facts, reasons },
  level,
}: {
  receipt: Receipt;
  decision: NonNullable<Receipt['decision']>;
  level: Level;
}) => {
  const t = useTexts<'portal'>();
  const { state, settledAt } = receipt;
  return (
    <Part
      title={t('receipt|decided')}
      level={level}
      items={[
        {
          term: t('receipt|outcome'),
          value: <Tag {...requestLook[state]}>{t(`requestState|${customerStateOf(receipt)}`)}</Tag>,
        },
        ...itemsOf(facts),
        { term: t('receipt|decidedBy'), value: decidedBy },
        { term: t('receipt|reasons'), value: written(reasons) },
        { term: t('receipt|decidedAt'), value: settledAt && formatDateTime(t.language, settledAt) },
      ]}
    />
  );
};

/** One act of the core with its reference and hash. What an act that was done decided is said above. */
const Act = ({
  act,
  title,
  level,
  children,
}: {
  act: Receipt['acts'][number];
  title: string;
  level: Level;
  children: ReactNode;
}) => {
  const t = useTexts<'portal'>();
  const { reference, state, askedAt, decidedBy, reasons, recordedAt, sha256 } = act;
  const isDone = state === 'done';
  const at = (instant: string | null) => instant && formatDateTime(t.language, instant);
  return (
    <Part
      title={title}
      level={level}
      items={[
        { term: t('receipt|askedAt'), value: at(askedAt) },
        { term: t('receipt|answer'), value: t(answers[state]) },
        { term: t('receipt|decidedBy'), value: isDone ? null : decidedBy },
        { term: t('receipt|reasons'), value: isDone ? null : written(reasons) },
        { term: t('receipt|recordedAt'), value: at(recordedAt) },
        { term: t('receipt|reference'), value: <code className={styles.mark}>{reference}</code> },
        { term: t('receipt|hash'), value: sha256 && <code className={styles.mark}>{sha256}</code> },
      ]}
    >
      {children}
    </Part>
  );
};

/**
 * The receipt of a request that the core was asked to carry out (rule ACT-5): what was asked for, what was decided, and how to
 * find each act in the core.
 * @param level of its headings
 */
export const RequestReceipt = ({ receipt, level = 2 }: { receipt: Receipt; level?: Level }) => {
  const t = useTexts<'portal'>();
  const { policy, requestedAt, asked, decision, acts } = receipt;
  return (
    <div className={styles.receipt}>
      {!decision && <Undecided receipt={receipt} />}
      <Part
        title={t('receipt|asked')}
        level={level}
        items={[
          { term: t('receipt|policy'), value: policy },
          ...itemsOf(asked),
          { term: t('receipt|sentAt'), value: formatDateTime(t.language, requestedAt) },
        ]}
      />
      {decision && <Decision receipt={receipt} decision={decision} level={level} />}
      {acts.map((act, index) => (
        <Act
          key={act.reference}
          act={act}
          title={acts.length === 1 ? t('receipt|record') : t('receipt|recordOf', { number: index + 1 })}
          level={level}
        >
          {index === acts.length - 1 && <p className={styles.note}>{t('receipt|recordText')}</p>}
        </Act>
      ))}
    </div>
  );
};
