import type { ComplaintYear, RegisteredComplaint } from '@hofn/contracts';
import { formatDate, formatNumber } from '@hofn/texts';
import {
  type Column,
  DescriptionList,
  EmptyState,
  Grid,
  PageHead,
  Pagination,
  Row,
  SelectField,
  Stack,
  Table,
  Tag,
} from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { FileButtons } from '../../parts/FileButtons.tsx';
import { usePages, useRestartOnRefusedCursor } from '../../parts/list/usePages.ts';
import { useCall } from '../../session/index.ts';
import type { Texts } from '../queue/labels.ts';

const pageSize = 50;
const path = '/api/staff/v1/complaints';

/** The figures of a year, as the annual report states them. */
const Figures = ({ year }: { year: ComplaintYear }) => {
  const t = useTexts<'staff'>();
  const figure = (count: number) => formatNumber(t.language, count);
  const { medianDays } = year;
  return (
    <Stack as="section" width="form" aria-labelledby="tolur">
      <h2 id="tolur">{t('complaintRegister|figures')}</h2>
      <DescriptionList
        items={[
          { term: t('complaintRegister|received'), value: figure(year.received) },
          { term: t('complaintRegister|decided'), value: figure(year.decided) },
          { term: t('complaintOutcome|upheld'), value: figure(year.upheld) },
          { term: t('complaintOutcome|partlyUpheld'), value: figure(year.partlyUpheld) },
          { term: t('complaintOutcome|rejected'), value: figure(year.rejected) },
          {
            term: t('complaintRegister|median'),
            value:
              medianDays === null
                ? t('complaintRegister|noMedian')
                : t('complaintRegister|days', { n: medianDays }),
          },
          { term: t('complaintRegister|late'), value: figure(year.late) },
        ]}
      />
    </Stack>
  );
};

/** How many there are of each name, the most first. */
const Counted = ({
  id,
  title,
  heading,
  rows,
  empty,
}: {
  id: string;
  title: string;
  heading: string;
  rows: readonly { name: string; count: number }[];
  empty: string;
}) => {
  const t = useTexts<'staff'>();
  const columns: Column<{ name: string; count: number }>[] = [
    { key: 'name', heading, isRowHeading: true, cell: ({ name }) => name },
    {
      key: 'count',
      heading: t('complaintRegister|count'),
      isNumeric: true,
      cell: ({ count }) => formatNumber(t.language, count),
    },
  ];
  return (
    <Stack as="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <Table
          caption={title}
          isCaptionHidden
          isCompared
          columns={columns}
          rows={[...rows]}
          rowKey={({ name }) => name}
        />
      )}
    </Stack>
  );
};

const listColumns = (t: Texts): Column<RegisteredComplaint>[] => {
  const day = (value: string | null) => (value === null ? '' : formatDate(t.language, value, 'short'));
  return [
    {
      key: 'reference',
      heading: t('complaintRegister|reference'),
      isRowHeading: true,
      cell: ({ reference }) => reference,
    },
    {
      key: 'subject',
      heading: t('complaintRegister|subject'),
      cell: ({ subject }) => t(`complaintSubject|${subject}`),
    },
    {
      key: 'receivedOn',
      heading: t('complaintRegister|receivedOn'),
      cell: ({ receivedOn }) => day(receivedOn),
    },
    {
      key: 'dueOn',
      heading: t('complaintRegister|dueOn'),
      cell: ({ dueOn, late }) => (
        <>
          {day(dueOn)}{' '}
          {late && (
            <Tag icon="warn" kind="warning">
              {t('complaintRegister|isLate')}
            </Tag>
          )}
        </>
      ),
    },
    {
      key: 'decidedOn',
      heading: t('complaintRegister|decidedOn'),
      cell: ({ decidedOn }) => day(decidedOn),
    },
    {
      key: 'outcome',
      heading: t('complaintRegister|outcome'),
      cell: ({ outcome }) =>
        outcome === null ? t('complaintRegister|open') : t(`complaintOutcome|${outcome}`),
    },
    {
      key: 'cause',
      heading: t('complaintRegister|cause'),
      cell: ({ cause }) => (cause === null ? '' : t(`complaintCause|${cause}`)),
    },
  ];
};

const YearBody = ({ year }: { year: ComplaintYear }) => {
  const t = useTexts<'staff'>();
  return (
    <Stack gap="xxl">
      <Grid isFilled gap="l">
        <Figures year={year} />
        <Counted
          id="orsakir"
          title={t('complaintRegister|byCause')}
          heading={t('complaintRegister|cause')}
          rows={year.causes.map(({ of, count }) => ({ name: t(`complaintCause|${of}`), count }))}
          empty={t('complaintRegister|noneDecided')}
        />
        <Counted
          id="efni"
          title={t('complaintRegister|bySubject')}
          heading={t('complaintRegister|subject')}
          rows={year.subjects.map(({ of, count }) => ({ name: t(`complaintSubject|${of}`), count }))}
          empty={t('complaintRegister|none')}
        />
      </Grid>
      <Stack as="section" aria-labelledby="kvartanir">
        <h2 id="kvartanir">{t('complaintRegister|list')}</h2>
        <FileButtons path={path} query={{ year: year.year }} />
        <Table
          caption={t('complaintRegister|list')}
          isCaptionHidden
          columns={listColumns(t)}
          rows={year.items}
          rowKey={({ reference }) => reference}
        />
      </Stack>
    </Stack>
  );
};

/** The register of complaints with the figures of a year, for supervisors and auditors (rule RIGHT-2). */
export const ComplaintRegister = () => {
  const t = useTexts<'staff'>();
  const [chosen, setChosen] = useState<number>();
  const pages = usePages(pageSize);
  const call = useCall(path, {
    query: { ...(chosen !== undefined && { year: chosen }), ...pages.query },
    dropOnClose: true,
  });
  useRestartOnRefusedCursor(pages, call.error);
  const years = call.data?.years ?? (chosen === undefined ? [] : [chosen]);
  const nextCursor = call.data?.nextCursor;
  return (
    <>
      <PageHead title={t('complaintRegister|title')}>
        <p>{t('complaintRegister|lead')}</p>
      </PageHead>
      <Stack gap="xl">
        {years.length > 0 && (
          <Row>
            <SelectField
              label={t('complaintRegister|year')}
              value={String(chosen ?? call.data?.year ?? '')}
              onChange={({ currentTarget }) => {
                setChosen(Number(currentTarget.value));
                pages.restart();
              }}
              options={years.map((year) => ({ value: String(year), label: String(year) }))}
            />
          </Row>
        )}
        <CallScreen
          call={call}
          loading={t('complaintRegister|loading')}
          isEmpty={({ received }) => received === 0}
          empty={
            <EmptyState title={t('complaintRegister|none')}>{t('complaintRegister|noneText')}</EmptyState>
          }
        >
          {(year) => <YearBody year={year} />}
        </CallScreen>
        {(pages.goBack || nextCursor) && (
          <Pagination
            label={t('complaintRegister|list')}
            previousLabel={t('table|previous')}
            nextLabel={t('table|next')}
            onPrevious={pages.goBack}
            onNext={nextCursor ? () => pages.goNext(nextCursor) : undefined}
          >
            {t('complaintRegister|rows', {
              from: formatNumber(t.language, pages.rowsBefore + 1),
              to: formatNumber(t.language, pages.rowsBefore + (call.data?.items.length ?? 0)),
            })}
          </Pagination>
        )}
      </Stack>
    </>
  );
};

export default ComplaintRegister;
