import { compareIcelandic } from '@hofn/texts/collation.ts';
import { formatMoney, formatNumber } from '@hofn/texts/format.ts';
import {
  BarChart,
  Breadcrumbs,
  DescriptionList,
  type Direction,
  Disclosure,
  Pagination,
  Progress,
  Table,
  Tabs,
  Timeline,
  YearChart,
} from '@hofn/ui';
import { type ReactNode, useState } from 'react';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';
import { Tables } from './Tables.tsx';

const Anchor = ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a>;

const Grants = ({ w, language }: SectionProps) => {
  const t = w.table;
  const [order, setOrder] = useState<{ by: string; direction: Direction }>({
    by: 'name',
    direction: 'ascending',
  });
  const rows = [
    { name: 'Ævar Örn Þórðarson', access: t.read, until: t.forever, fee: 1200 },
    { name: t.longName, access: t.full, until: t.forever, fee: 0 },
    { name: 'Ásta Björk Einarsdóttir', access: t.read, until: t.forever, fee: 12_480 },
  ].sort((a, b) => {
    const sign = order.direction === 'ascending' ? 1 : -1;
    return sign * (order.by === 'fee' ? a.fee - b.fee : compareIcelandic(a.name, b.name));
  });
  return (
    <Table
      caption={t.given}
      isCaptionHidden
      rows={rows}
      rowKey={({ name }) => name}
      sort={{
        ...order,
        onSortChange: (by, direction) => setOrder({ by, direction }),
        label: t.sortBy,
        option: (heading, direction) => `${heading}, ${t[direction]}`,
      }}
      columns={[
        {
          key: 'name',
          heading: t.name,
          isRowHeading: true,
          isSortable: true,
          cell: ({ name }) => name,
          footer: t.total,
        },
        { key: 'access', heading: t.access, cell: ({ access }) => access },
        { key: 'until', heading: t.until, cell: ({ until }) => until },
        {
          key: 'fee',
          heading: t.fee,
          isNumeric: true,
          isSortable: true,
          cell: ({ fee }) => formatMoney(language, fee),
          footer: formatMoney(
            language,
            rows.reduce((sum, { fee }) => sum + fee, 0),
          ),
        },
      ]}
    />
  );
};

/** Breadcrumbs, pages and progress. */
const NavigationExamples = (props: SectionProps) => {
  const { w } = props;
  return (
    <Part {...props} id="navigation" of={['Breadcrumbs', 'Pagination', 'Progress']}>
      <Breadcrumbs
        label={w.navigation.label}
        link={Anchor}
        items={[
          { title: w.navigation.overview, path: '#overview' },
          { title: w.navigation.claims, path: '#claims' },
          { title: w.cards.claim },
        ]}
      />
      <Pagination
        label={w.navigation.pages}
        previousLabel={w.navigation.previous}
        nextLabel={w.navigation.next}
        onNext={() => {}}
      >
        {w.navigation.rows}
      </Pagination>
      <Progress label={w.navigation.sending} value={0.62} />
      <Progress label={w.states.loading} />
    </Part>
  );
};

/** A timeline with an entry in each state. */
const TimelineExample = (props: SectionProps) => {
  const { w } = props;
  const t = w.timeline;
  return (
    <Part {...props} id="timeline" of={['Timeline']}>
      <Timeline
        entries={[
          {
            key: 1,
            state: 'done',
            stateLabel: t.done,
            when: t.reportedWhen,
            who: 'Guðrún Helga',
            title: t.reported,
            children: <p>{t.reportedText}</p>,
          },
          {
            key: 2,
            state: 'done',
            stateLabel: t.done,
            when: t.inspectedWhen,
            who: t.inspector,
            title: t.inspected,
            children: <p>{t.inspectedText}</p>,
          },
          {
            key: 3,
            state: 'now',
            stateLabel: t.now,
            when: t.waitingWhen,
            who: t.waitingFor,
            title: t.waiting,
            children: (
              <ul>
                {t.needs.map((need) => (
                  <li key={need}>{need}</li>
                ))}
              </ul>
            ),
          },
          {
            key: 4,
            state: 'next',
            stateLabel: t.next,
            when: t.settledWhen,
            who: t.handler,
            title: t.settled,
            icon: 'card',
            children: <p>{t.settledText}</p>,
          },
        ]}
      />
    </Part>
  );
};

/** Tables in tabs, and in each layout. */
const TableExample = (props: SectionProps) => {
  const { w } = props;
  return (
    <Part {...props} id="table" of={['Tabs', 'Table']}>
      <div>
        <Tabs
          label={w.table.tabs}
          tabs={[
            { key: 'given', title: w.table.given, count: '3', panel: <Grants {...props} /> },
            { key: 'received', title: w.table.received, panel: <p>{w.table.nobody}</p> },
          ]}
        />
      </div>
      <Tables {...props} />
    </Part>
  );
};

/** Bars by month, and columns and a line by year. */
const ChartExamples = (props: SectionProps) => {
  const { w, language } = props;
  const years = [
    { label: '2024', customers: [45_300, 2980], points: 79 },
    { label: '2025', customers: [48_150, 3210], points: 82 },
  ];
  const amounts = [31_200, 28_400, 28_400, 12_480];
  return (
    <Part {...props} id="chart" of={['BarChart', 'YearChart']}>
      <div className={styles.form}>
        <BarChart
          caption={w.chart.caption}
          labelHeading={w.chart.month}
          valueHeading={w.chart.amount}
          rows={w.chart.months.map((label, at) => ({
            key: label,
            label,
            value: amounts[at] ?? 0,
            display: formatMoney(language, amounts[at] ?? 0),
            ...(at === amounts.length - 1 && { exception: w.chart.overdue }),
          }))}
          total={{
            label: w.chart.total,
            display: formatMoney(
              language,
              amounts.reduce((a, b) => a + b),
            ),
          }}
        />
        <YearChart
          caption={w.chart.customers}
          kind="columns"
          labelHeading={w.chart.year}
          series={w.chart.kinds}
          totalHeading={w.chart.total}
          rows={years.map(({ label, customers }) => ({ label, values: customers }))}
          format={(value) => formatNumber(language, value)}
          tableLabel={w.chart.asTable}
        />
        <YearChart
          caption={w.chart.satisfaction}
          kind="line"
          labelHeading={w.chart.year}
          series={[w.chart.satisfaction]}
          totalHeading={w.chart.total}
          rows={years.map(({ label, points }) => ({ label, values: [points] }))}
          format={(value) => formatNumber(language, value)}
          tableLabel={w.chart.asTable}
        />
      </div>
    </Part>
  );
};

/** Facts, and questions to open. */
const FactExamples = (props: SectionProps) => {
  const { w, language } = props;
  return (
    <Part {...props} id="facts" of={['DescriptionList', 'Disclosure']} hasColumns>
      <DescriptionList
        items={[
          { term: w.facts.number, value: 'T-2026-004817' },
          { term: w.facts.day, value: w.facts.dayText },
          { term: w.facts.deductible, value: formatMoney(language, 90_000) },
        ]}
      />
      <div>
        <Disclosure summary={w.facts.question} isOpen>
          <p>{w.facts.answer}</p>
        </Disclosure>
        <Disclosure summary={w.facts.secondQuestion}>
          <p>{w.facts.secondAnswer}</p>
        </Disclosure>
      </div>
    </Part>
  );
};

/** Tables, charts, lists and navigation through them. */
export const Data = (props: SectionProps) => (
  <>
    <NavigationExamples {...props} />
    <TimelineExample {...props} />
    <TableExample {...props} />
    <ChartExamples {...props} />
    <FactExamples {...props} />
  </>
);
