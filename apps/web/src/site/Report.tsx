import { formatFixed } from '@hofn/texts';
import { BarChart, KeyFigure, KeyFigures, YearChart } from '@hofn/ui';
import type { ReportChart, ReportDocument } from '../content/documents.ts';
import type { PageLink } from '../content/site.ts';
import { Link, usePage, useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Blocks } from '../parts/Blocks.tsx';
import { TextPage } from '../parts/Page.tsx';
import { Contents } from './Contents.tsx';
import styles from './Report.module.css';

/** Number of decimals of a figure, so that all figures of a chart have the same number. */
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

const Chart = ({ chart }: { chart: ReportChart }) => {
  const t = useTexts();
  const { title, kind, unit, series = [unit], rows } = chart;
  const places = Math.max(...rows.flatMap(({ values }) => values.map(decimalsOf)));
  const format = (value: number) => formatFixed(t.language, value, places);
  if (kind !== 'bars')
    return (
      <YearChart
        caption={title}
        kind={kind}
        labelHeading={t('report|year')}
        series={series}
        totalHeading={t('report|total')}
        rows={rows}
        format={format}
        tableLabel={t('report|showTable')}
      />
    );
  const bars = rows.map(({ label, values: [value = 0] }) => ({ label, value }));
  return (
    <BarChart
      caption={title}
      labelHeading={t('report|group')}
      valueHeading={unit}
      rows={bars.map(({ label, value }) => ({ key: label, label, value, display: format(value) }))}
      total={{ label: t('report|total'), display: format(bars.reduce((sum, { value }) => sum + value, 0)) }}
    />
  );
};

const Turn = ({ pages, at }: { pages: PageLink[]; at: number }) => {
  const t = useTexts();
  const previous = pages[at - 1];
  const next = pages[at + 1];
  return (
    <nav className={styles.turn} aria-label={t('report|turn')}>
      {previous && (
        <Link to={previous.path}>
          <small>{t('report|previous')}</small> {previous.title}
        </Link>
      )}
      {next && (
        <Link to={next.path} className={styles.next}>
          <small>{t('report|next')}</small> {next.title}
        </Link>
      )}
    </nav>
  );
};

/** A page of the annual report: key figures, text, charts, and links to the other pages. */
const Report = ({ data: document }: TemplateProps<ReportDocument>) => {
  const { context } = usePage();
  const { crumbs, title, lead, keyFigures, body, charts, pages } = document;
  return (
    <TextPage
      crumbs={crumbs}
      title={title}
      lead={lead}
      aside={
        <Contents
          links={pages.map(({ page, path, title }) => ({ to: path, title, isCurrent: page === context.key }))}
        />
      }
    >
      <KeyFigures>
        {keyFigures.map(({ label, value, note }) => (
          <KeyFigure key={label} term={label} value={value}>
            {note && <dd>{note}</dd>}
          </KeyFigure>
        ))}
      </KeyFigures>
      <div className={styles.text}>
        <Blocks blocks={body} />
      </div>
      {charts.map((chart) => (
        <section key={chart.title}>
          <Chart chart={chart} />
        </section>
      ))}
      <Turn pages={pages} at={pages.findIndex(({ page }) => page === context.key)} />
    </TextPage>
  );
};

export default Report;
