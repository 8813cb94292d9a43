import type { AuditEvent } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { DescriptionList, Disclosure, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './AuditLog.module.css';
import { actionOf } from './labels.ts';

type Values = NonNullable<AuditEvent['details']>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Settings before and after a change, one line each. */
const Changes = ({ before, after }: { before: Values | null; after: Values | null }) => {
  const t = useTexts<'staff'>();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const cell = (values: Values | null, name: string) => {
    const value = values?.[name];
    return value === undefined || value === null ? t('audit|none') : textOf(value);
  };
  return (
    <Table
      caption={t('audit|details')}
      isCaptionHidden
      isCompared
      rows={names}
      rowKey={(name) => name}
      columns={[
        { key: 'setting', heading: t('audit|setting'), isRowHeading: true, cell: (name) => name },
        { key: 'before', heading: t('audit|before'), cell: (name) => cell(before, name) },
        { key: 'after', heading: t('audit|after'), cell: (name) => cell(after, name) },
      ]}
    />
  );
};

/** Everything an event says that its line does not. */
export const EventDetails = ({ event }: { event: AuditEvent }) => {
  const t = useTexts<'staff'>();
  const { before, after, details, actor, customer } = event;
  const time = formatDateTime(t.language, event.at, 'medium');
  return (
    <div className={styles.more}>
      <Disclosure
        summary={
          <>
            <span aria-hidden="true">{t('audit|more')}</span>
            <span className="visually-hidden">{t('audit|moreOf', { action: actionOf(t, event), time })}</span>
          </>
        }
      >
        <div className={styles.details}>
          {(before || after) && <Changes before={before} after={after} />}
          <DescriptionList
            items={[
              { term: t('audit|object'), value: event.object },
              ...Object.entries(details ?? {}).map(([term, value]) => ({ term, value: textOf(value) })),
              { term: t('audit|whoId'), value: actor.id },
              { term: t('audit|customerId'), value: customer?.id },
              { term: t('audit|address'), value: event.address },
              { term: t('audit|request'), value: event.requestId },
              { term: t('audit|seq'), value: String(event.seq) },
              { term: t('audit|code'), value: event.action },
            ]}
          />
        </div>
      </Disclosure>
    </div>
  );
};
