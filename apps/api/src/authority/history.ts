import type { Db } from '@hofn/database';
import { formatMoney, type Language } from '@hofn/texts';
import type { ApprovalRow } from '../platform/approvals.ts';
import { textsIn } from '../platform/texts.ts';
import { addStep } from '../work-items/history.ts';

/**
 * Writes to the history of the case what became of a proposal, for colleagues: in the language of who did it, like their notes. The
 * caller has locked the case.
 */
export const writeHistory = async (
  tx: Db,
  { act, amount, caseId }: ApprovalRow,
  {
    what,
    by,
    note,
    language,
    now,
  }: {
    what: 'proposed' | 'approved' | 'refused' | 'returned' | 'lapsed';
    by: { id: string; name: string };
    note: string;
    language: Language;
    now: Date;
  },
): Promise<void> => {
  const t = textsIn(language);
  const said = t.find(`authorityAct|${act}`) ?? act;
  const text = t(`approvalHistory|${what}`, { act: said, amount: formatMoney(language, amount) });
  await addStep(
    tx,
    caseId,
    { step: 'noted', text: note === '' ? text : `${text}\n${note}` },
    { at: now.toISOString(), employeeId: by.id, employeeName: by.name },
  );
};
