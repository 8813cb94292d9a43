import type { KennitalaSettings } from '@hofn/domain';
import {
  type ClaimFault,
  type ClaimLine,
  claimFaults,
  claimStepOf,
  type ClaimForm as Form,
} from '@hofn/domain/claim-form.ts';
import type { ClaimReporter } from '@hofn/domain/claim-reporter.ts';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { useTexts } from '../engine/index.ts';
import { type Fields, type FormState, useFields } from '../forms/useFields.ts';
import type { Uploads } from '../uploads/useUploads.ts';

/** The answers of a claim; the reporter's details are asked for if not signed in. */
export type ClaimAnswers = Form & { reporter?: ClaimReporter };

export type ClaimFields = Fields<ClaimAnswers>;

/** Element id of a field; errors link to it. */
export const fieldId = (path: string): string => `tjon-${path.replaceAll('.', '-')}`;

type Settings = {
  line: ClaimLine;
  /** `YYYY-MM-DD` in Icelandic time. */
  today: string;
  kennitala: KennitalaSettings;
  uploads: Pick<Uploads, 'isSettled'>;
  declaration: boolean;
  /** Validation errors of the reporter's details. */
  reporterFaults: readonly ClaimFault[];
};

/** The claim form: `useFields` with the questions of a line of insurance, step by step. */
export const useClaimForm = (state: FormState<ClaimAnswers>, settings: Settings): ClaimFields => {
  const { line, today, kennitala, uploads, declaration, reporterFaults } = settings;
  const t = useTexts<'claimForm'>();
  const messageOf = (answers: ClaimAnswers, { path, reason, params }: ClaimFault): string => {
    const day = path === 'dateOfLoss' ? answers.dateOfLoss : answers.details[path.replace(/^details\./, '')];
    return (
      (reason === 'formatDay' && day !== undefined && dayError(t.language, day)?.message) ||
      t.find(`claimFault|${reason}`, params) ||
      reason
    );
  };
  const faultsOf = (answers: ClaimAnswers): ClaimFault[] => [
    ...reporterFaults,
    ...claimFaults(line, answers, { today, kennitala }),
    ...(uploads.isSettled ? [] : [{ path: 'files', reason: 'filesUnfinished' }]),
    ...(declaration ? [] : [{ path: 'declaration', reason: 'requiredDeclaration' }]),
  ];
  return useFields(
    state,
    (answers) => faultsOf(answers).map((fault) => ({ path: fault.path, message: messageOf(answers, fault) })),
    { idOf: fieldId, stepOf: claimStepOf },
  );
};
