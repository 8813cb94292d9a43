import type { CaseLine } from '@hofn/contracts';
import { CaseTable } from '../CaseTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './useSelection.ts';

/** The list of cases with boxes, and the acts on those that are chosen (rule DESK-1). */
export const SelectableCases = ({ items, query }: { items: CaseLine[]; query: string }) => {
  const selection = useSelection(items);
  return (
    <>
      <CaseTable items={items} query={query} selection={selection} />
      <SelectionBar selection={selection} query={query} />
    </>
  );
};
