import { Disclosure } from './Disclosure.tsx';
import { Table } from './Table.tsx';
import styles from './YearChart.module.css';

type Row = { label: string; values: readonly number[] };

type Props = {
  /** Names the chart and its table. */
  caption: string;
  kind: 'columns' | 'line';
  /** What the rows are named by, «Ár». */
  labelHeading: string;
  /** What each value of a row is. The parts of a column stand on each other; a line has one. */
  series: readonly string[];
  /** Heading of the sum of a row that has more than one value. */
  totalHeading: string;
  rows: readonly Row[];
  format: (value: number) => string;
  /** What opens the table below the chart. */
  tableLabel: string;
};

/** The plot's own borders in percent of its height: figures stand above it, labels below. */
const top = 14;
const bottom = 86;

const sumOf = ({ values }: Row): number => values.reduce((sum, value) => sum + value, 0);
const percent = (share: number): string => `${Math.round(share * 100) / 100}%`;
const toneOf = (at: number): string | undefined => (at === 0 ? styles.first : styles.second);

/** Height in percent for each sum: columns stand on nought, a line spans from its lowest to its highest. */
const scale = (kind: Props['kind'], sums: readonly number[]): ((value: number) => number) => {
  const most = Math.max(...sums);
  const least = kind === 'columns' ? 0 : Math.min(...sums);
  const floor = kind === 'columns' ? bottom : bottom - 12;
  return (value) => (most === least ? floor : floor - ((value - least) / (most - least)) * (floor - top));
};

const Column = ({ row, x, width, y }: { row: Row; x: number; width: number; y: (value: number) => number }) =>
  row.values.map((value, at) => {
    const below = sumOf({ ...row, values: row.values.slice(0, at) });
    return (
      <rect
        key={percent(y(below))}
        className={toneOf(at)}
        x={percent(x - width / 2)}
        width={percent(width)}
        y={percent(y(below + value))}
        height={percent(y(below) - y(below + value))}
      />
    );
  });

/**
 * Figures by year: columns whose parts stand on each other, or a line, each with its figure on it, and the table of
 * them below. It is drawn in percent of its place, so that its text keeps its size on every screen.
 */
export const YearChart = (props: Props) => {
  const { caption, kind, labelHeading, series, totalHeading, rows, format, tableLabel } = props;
  const sums = rows.map(sumOf);
  const y = scale(kind, sums);
  const slot = 100 / rows.length;
  const points = rows.map((row, at) => {
    const sum = sums[at] ?? 0;
    return { row, sum, x: (at + 0.5) * slot, y: y(sum) };
  });
  const parts = series.length > 1;
  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      {parts && (
        <ul className={styles.legend}>
          {series.map((name, at) => (
            <li key={name}>
              <svg width="16" height="16" aria-hidden="true">
                <rect className={toneOf(at)} x="1" y="1" width="14" height="14" />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <svg className={styles.plot} aria-hidden="true">
        {kind === 'columns' ? (
          <>
            {points.map(({ row, x }) => (
              <Column key={row.label} row={row} x={x} width={slot * 0.6} y={y} />
            ))}
            <line className={styles.ground} x1="0" x2="100%" y1={percent(bottom)} y2={percent(bottom)} />
          </>
        ) : (
          <>
            {points.slice(1).map((point, at) => {
              const from = points[at] ?? point;
              return (
                <line
                  key={point.row.label}
                  className={styles.line}
                  x1={percent(from.x)}
                  y1={percent(from.y)}
                  x2={percent(point.x)}
                  y2={percent(point.y)}
                />
              );
            })}
            {points.map((point) => (
              <circle
                key={point.row.label}
                className={styles.first}
                cx={percent(point.x)}
                cy={percent(point.y)}
                r="5"
              />
            ))}
          </>
        )}
        {points.map(({ row, sum, x, y: height }) => (
          <g key={row.label}>
            <text className={styles.figure} x={percent(x)} y={percent(height)} dy="-0.7em">
              {format(sum)}
            </text>
            <text x={percent(x)} y="97%">
              {row.label}
            </text>
          </g>
        ))}
      </svg>
      <Disclosure summary={tableLabel}>
        <Table
          caption={caption}
          captionHidden
          columns={[
            { key: 'label', heading: labelHeading, rowHeading: true, cell: ({ label }: Row) => label },
            ...series.map((heading, at) => ({
              key: heading,
              heading,
              numeric: true,
              cell: ({ values }: Row) => format(values[at] ?? 0),
            })),
            ...(parts
              ? [
                  {
                    key: 'total',
                    heading: totalHeading,
                    numeric: true,
                    cell: (row: Row) => format(sumOf(row)),
                  },
                ]
              : []),
          ]}
          rows={[...rows]}
          rowKey={({ label }) => label}
        />
      </Disclosure>
    </figure>
  );
};
