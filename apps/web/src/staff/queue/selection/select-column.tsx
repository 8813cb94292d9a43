import type { CaseLine } from '@hofn/contracts';
import type { Column } from '@hofn/ui';
import { type Texts, titleOf } from '../labels.ts';
import styles from './Selection.module.css';
import type { Selection } from './useSelection.ts';

/** The column with the box of each case. */
export const selectColumn = (t: Texts, { isChosen, toggle }: Selection): Column<CaseLine> => ({
  key: 'select',
  heading: t('caseSelection|column'),
  isSelfTitled: true,
  cell: (line) => (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-select={line.id}
        aria-label={t('caseSelection|select', {
          title: [titleOf(t, line), line.reference].filter(Boolean).join(' '),
        })}
        checked={isChosen(line.id)}
        // React sends a click of a box as a change, and a click says whether Shift is held.
        onChange={({ nativeEvent }) => toggle(line.id, (nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  ),
});
