import { Disclosure } from './Disclosure.tsx';
import { Table } from './Table.tsx';
import styles from './YearChart.module.css';

type Row = { label: string; values: readonly number[] };

type Props = {
  /** Names the chart and its table. */
  caption: string;
  kind: 'columns' | 'line';
  /** Heading of the row labels, «Ár». */
  labelHeading: string;
  /** Names of a row's values. Columns are stacked; a line has one series. */
  series: readonly string[];
  /** Heading of the totals, if there is more than one series. */
  totalHeading: string;
  rows: readonly Row[];
  format: (value: number) => string;
  /** Text that opens the table below the chart. */
  tableLabel: string;
};

/** Bounds of the plot in percent of its height: figures are above it, labels below. */
const top = 14;
const bottom = 86;

const sumOf = ({ values }: Row): number => values.reduce((sum, value) => sum + value, 0);
const percent = (share: number): string => `${Math.round(share * 100) / 100}%`;
const toneOf = (index: number): string | undefined => (index === 0 ? styles.first : styles.second);

/** Maps a value to a y position in percent: columns start at zero, a line spans its range. */
const scale = (kind: Props['kind'], sums: readonly number[]): ((value: number) => number) => {
  const max = Math.max(...sums);
  const min = kind === 'columns' ? 0 : Math.min(...sums);
  const floor = kind === 'columns' ? bottom : bottom - 12;
  return (value) => (max === min ? floor : floor - ((value - min) / (max - min)) * (floor - top));
};

const Column = ({ row, x, width, y }: { row: Row; x: number; width: number; y: (value: number) => number }) =>
  row.values.map((value, index) => {
    const below = sumOf({ ...row, values: row.values.slice(0, index) });
    return (
      <rect
        key={percent(y(below))}
        className={toneOf(index)}
        x={percent(x - width / 2)}
        width={percent(width)}
        y={percent(y(below + value))}
        height={percent(y(below) - y(below + value))}
      />
    );
  });

/**
 * A chart by year: stacked columns, or a line, each point with its figure, and a table below. Drawn in percent, so that
 * the text has the same size on every screen.
 */
export const YearChart = (props: Props) => {
  const { caption, kind, labelHeading, series, totalHeading, rows, format, tableLabel } = props;
  const sums = rows.map(sumOf);
  const y = scale(kind, sums);
  const slot = 100 / rows.length;
  const points = rows.map((row, index) => {
    const sum = sums[index] ?? 0;
    return { row, sum, x: (index + 0.5) * slot, y: y(sum) };
  });
  const hasParts = series.length > 1;
  return (
    <figure className={styles.chart}>
      <figcaption>{caption}</figcaption>
      {hasParts && (
        <ul className={styles.legend}>
          {series.map((name, index) => (
            <li key={name}>
              <svg width="16" height="16" aria-hidden="true">
                <rect className={toneOf(index)} x="1" y="1" width="14" height="14" />
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
            {points.slice(1).map((point, index) => {
              const from = points[index] ?? point;
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
          isCaptionHidden
          columns={[
            { key: 'label', heading: labelHeading, isRowHeading: true, cell: ({ label }: Row) => label },
            ...series.map((heading, index) => ({
              key: heading,
              heading,
              isNumeric: true,
              cell: ({ values }: Row) => format(values[index] ?? 0),
            })),
            ...(hasParts
              ? [
                  {
                    key: 'total',
                    heading: totalHeading,
                    isNumeric: true,
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
