import type { EmployeeWork, KindOfWork } from '@hofn/contracts';
import { formatDate, formatNumber, formatPercent } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, type Column, EmptyState, PageHead, Stack, Table } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import { CaseTable } from '../queue/CaseTable.tsx';
import { noFilter, queryOf } from '../queue/filter.ts';
import { dayOf, type Texts } from '../queue/labels.ts';

/** Promises kept, as a share of those that ended: «92 %, 23 af 25». */
const keptText = (t: Texts, { kept, broken }: KindOfWork): string => {
  const all = kept + broken;
  if (all === 0) return t('workload|noPromises');
  const percent = formatPercent(t.language, Math.round((kept / all) * 100));
  return t('workload|keptOf', {
    percent,
    kept: formatNumber(t.language, kept),
    all: formatNumber(t.language, all),
  });
};

const kindColumns = (t: Texts): Column<KindOfWork>[] => {
  const figure = (key: 'open' | 'unassigned' | 'overdue'): Column<KindOfWork> => ({
    key,
    heading: t(`workload|${key}`),
    isNumeric: true,
    cell: (row) => formatNumber(t.language, row[key]),
  });
  return [
    {
      key: 'kind',
      heading: t('queue|kind'),
      isRowHeading: true,
      cell: ({ kind }) => (
        <Link to={`${pathOf('staff.queue', t.language)}${queryOf({ ...noFilter, kind })}`}>
          {t(`caseKind|${kind}`)}
        </Link>
      ),
    },
    figure('open'),
    figure('unassigned'),
    figure('overdue'),
    {
      key: 'oldest',
      heading: t('workload|oldest'),
      cell: ({ oldestAt }) => (oldestAt ? dayOf(t.language, oldestAt) : ''),
    },
    { key: 'kept', heading: t('workload|kept'), cell: (row) => keptText(t, row) },
  ];
};

const personColumns = (t: Texts): Column<EmployeeWork>[] => [
  { key: 'name', heading: t('workload|employee'), isRowHeading: true, cell: ({ name }) => name },
  {
    key: 'open',
    heading: t('workload|open'),
    isNumeric: true,
    cell: ({ open }) => formatNumber(t.language, open),
  },
  {
    key: 'overdue',
    heading: t('workload|overdue'),
    isNumeric: true,
    cell: ({ overdue }) => formatNumber(t.language, overdue),
  },
];

/** Ten closed cases by chance, for a review of quality. */
const Sample = () => {
  const t = useTexts<'staff'>();
  const [draw, setDraw] = useState<string>();
  const call = useCall('/api/staff/v1/workload/sample', {
    query: { draw: draw ?? '' },
    enabled: draw !== undefined,
  });
  return (
    <Stack as="section" aria-labelledby="urtak">
      <h2 id="urtak">{t('workload|sample')}</h2>
      <p>{t('workload|sampleText')}</p>
      <p>
        <Button kind="secondary" onClick={() => setDraw(crypto.randomUUID())}>
          {t(draw === undefined ? 'workload|draw' : 'workload|drawAgain')}
        </Button>
      </p>
      {draw !== undefined && (
        <CallScreen
          call={call}
          loading={t('queue|loading')}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('workload|noSample')} />}
        >
          {({ items }) => <CaseTable items={items} query="" />}
        </CallScreen>
      )}
    </Stack>
  );
};

/** All work by kind and by who has it, promises kept and broken, and samples, for supervisors (rule DESK-13). */
export const Workload = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/workload', { dropOnClose: true });
  return (
    <>
      <PageHead title={t('workload|title')} />
      <CallScreen
        call={call}
        loading={t('workload|loading')}
        isEmpty={({ kinds }) => kinds.length === 0}
        empty={<EmptyState title={t('workload|none')} />}
      >
        {({ since, kinds, people }) => (
          <Stack gap="xxl">
            <Stack as="section" aria-labelledby="tegundir">
              <h2 id="tegundir">{t('workload|byKind')}</h2>
              <p>{t('workload|since', { date: formatDate(t.language, since) })}</p>
              <Table
                caption={t('workload|byKind')}
                isCaptionHidden
                columns={kindColumns(t)}
                rows={kinds}
                rowKey={({ kind }) => kind}
              />
            </Stack>
            <Stack as="section" width="form" aria-labelledby="starfsfolk">
              <h2 id="starfsfolk">{t('workload|byPerson')}</h2>
              {people.length === 0 ? (
                <p>{t('workload|nobody')}</p>
              ) : (
                <Table
                  caption={t('workload|byPerson')}
                  isCaptionHidden
                  isCompared
                  columns={personColumns(t)}
                  rows={people}
                  rowKey={({ key }) => key}
                />
              )}
            </Stack>
            <Sample />
          </Stack>
        )}
      </CallScreen>
    </>
  );
};

export default Workload;
