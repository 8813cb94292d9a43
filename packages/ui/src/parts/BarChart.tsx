import type { ReactNode } from 'react';
import styles from './BarChart.module.css';

type Props = {
  /** Names the chart and its table. */
  caption: string;
  isCaptionHidden?: boolean;
  labelHeading: string;
  valueHeading: string;
  /** `exception` says why a row is exceptional, «gjaldfallið»: it is shown, and the bar has another colour. */
  rows: { key: string; label: string; value: number; display: ReactNode; exception?: string }[];
  total?: { label: string; display: ReactNode };
};

/** A bar chart inside its data table, so that screen readers get the same figures. */
export const BarChart = ({ caption, isCaptionHidden, labelHeading, valueHeading, rows, total }: Props) => {
  const max = Math.max(...rows.map(({ value }) => value), 1);
  return (
    <table className={styles.chart}>
      <caption className={isCaptionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{labelHeading}</th>
          <th scope="col">{valueHeading}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, value, display, exception }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              {exception && <span className={styles.word}> {exception}</span>}
            </th>
            <td>
              <span className="figures">{display}</span>
              <svg className={styles.bar} viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.ground} width="100" height="14" />
                <rect
                  className={exception ? styles.odd : styles.value}
                  width={(Math.max(value, 0) / max) * 100}
                  height="14"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{total.label}</th>
            <td>
              <span className="figures">{total.display}</span>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
};
