import type { FormKind } from '@hofn/domain/form-kinds.ts';

/** Forms that need no answer: the request is carried out at once, or entries are drawn by `drawLottery`. */
const unanswered: readonly FormKind[] = ['lottery', 'forvarnarsignup', 'forvarnarsignout'];

/** The kind of work item that a form opens; undefined when it opens none. */
export const caseKindOf = (kind: FormKind): 'inquiry' | 'form' | undefined => {
  if (unanswered.includes(kind)) return undefined;
  return kind === 'inquiry' ? 'inquiry' : 'form';
};
