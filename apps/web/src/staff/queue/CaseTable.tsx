import type { CaseLine } from '@hofn/contracts';
import { pathOf } from '@hofn/texts/paths.ts';
import { type Column, Table } from '@hofn/ui';
import type { MouseEvent } from 'react';
import { isPlainClick } from '../../engine/clicks.ts';
import { Link, navigate, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { keptLists } from '../../parts/list/useHistoryState.ts';
import { focusHeading } from '../../shell/focus-heading.ts';
import { CaseMarks } from './CaseMarks.tsx';
import styles from './CaseTable.module.css';
import { CaseTag } from './CaseTag.tsx';
import { dayOf, kindBesideTitle, kindOf, type Texts, titleOf } from './labels.ts';
import { selectColumn } from './selection/select-column.tsx';
import type { Selection } from './selection/useSelection.ts';
import { waitText } from './waits.ts';

/** The case's title as a link; the list goes on beside the case, with its filter and page. */
const CaseLink = ({ line, query, openId }: { line: CaseLine; query: string; openId?: string }) => {
  const t = useTexts<'staff'>();
  const to = `${pathOf('staff.case', t.language, { id: line.id })}${query}`;
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    const opened = navigate(to, { state: keptLists() });
    // From one case to the next the page stays, so the engine moves no focus; the keys of the desk leave it in the list.
    if (openId !== undefined && event.isTrusted) void opened.then(focusHeading);
  };
  return (
    <Link to={to} className={styles.title} onClick={open} aria-current={openId === line.id || undefined}>
      {titleOf(t, line)}
    </Link>
  );
};

const senderOf = (t: Texts, { sender }: CaseLine) => sender ?? t('queue|nameless');

/** All columns, each case on one line. */
const wholeColumns = (t: Texts, query: string): Column<CaseLine>[] => [
  {
    key: 'case',
    heading: t('queue|case'),
    isRowHeading: true,
    cell: (line) => (
      <span className={styles.case}>
        <CaseLink line={line} query={query} />
        <Detail>{[kindBesideTitle(t, line), line.reference].filter(Boolean).join(' ')}</Detail>
      </span>
    ),
  },
  {
    key: 'sender',
    heading: t('queue|sender'),
    cell: (line) => (
      <span className={styles.line}>
        {senderOf(t, line)} {!line.known && <Detail>{t('queue|unproved')}</Detail>}
      </span>
    ),
  },
  {
    key: 'came',
    heading: t('queue|came'),
    cell: ({ openedAt }) => <span className={styles.day}>{dayOf(t.language, openedAt)}</span>,
  },
  {
    key: 'due',
    heading: t('queue|due'),
    cell: ({ dueAt }) => <span className={styles.day}>{dayOf(t.language, dueAt)}</span>,
  },
  {
    key: 'assignee',
    heading: t('queue|assignee'),
    cell: ({ assignee, mine }) => (
      <span className={styles.line}>{mine ? t('queue|you') : (assignee ?? t('queue|nobody'))}</span>
    ),
  },
  {
    key: 'state',
    heading: t('queue|state'),
    cell: (line) => (
      <span className={styles.marks}>
        <CaseTag line={line} />
        <CaseMarks line={line} />
      </span>
    ),
  },
];

/** What tells cases apart beside an open one: two short lines. */
const briefColumns = (t: Texts, query: string, openId: string): Column<CaseLine>[] => [
  {
    key: 'case',
    heading: t('queue|case'),
    isRowHeading: true,
    cell: (line) => (
      <>
        <CaseLink line={line} query={query} openId={openId} />
        <Detail>
          {[
            line.mentioned ? t('queue|isMentioned') : null,
            waitText(t, line),
            line.request ? null : kindOf(t, line),
            senderOf(t, line),
          ]
            .filter((part) => part !== null && part !== titleOf(t, line))
            .join(' · ')}
        </Detail>
      </>
    ),
  },
  {
    key: 'due',
    heading: t('queue|due'),
    cell: ({ dueAt, overdue, assignee, mine }) => (
      <span className={styles.due} data-overdue={overdue || undefined}>
        {dayOf(t.language, dueAt)}
        <Detail>{mine ? t('queue|you') : (assignee?.split(' ')[0] ?? t('queue|nobody'))}</Detail>
      </span>
    ),
  },
];

type Props = {
  items: CaseLine[];
  /** Query of the list's address. */
  query: string;
  /** The case that is open beside the list. */
  openId?: string;
  /** Boxes that choose cases, in the whole list. */
  selection?: Selection;
};

/** Cases of the work queue: a table, or beside an open case a narrow list of them. */
export const CaseTable = ({ items, query, openId, selection }: Props) => {
  const t = useTexts<'staff'>();
  const boxes = selection ? [selectColumn(t, selection)] : [];
  return (
    <div className={openId === undefined ? styles.whole : styles.brief} data-cases="">
      <Table
        caption={t('queue|title')}
        isCaptionHidden
        rows={items}
        rowKey={({ id }) => id}
        mark={({ id }) => (id === openId ? 'open' : undefined)}
        columns={
          openId === undefined ? [...boxes, ...wholeColumns(t, query)] : briefColumns(t, query, openId)
        }
      />
    </div>
  );
};
