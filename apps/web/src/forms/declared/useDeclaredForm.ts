import type { FormAccepted } from '@hofn/contracts';
import { formKindOf } from '@hofn/domain/form-kinds.ts';
import {
  emptyForm,
  type FormField,
  type FormRow,
  type FormValues,
  formFaults,
  rowsIn,
  visibleFieldsOf,
} from '@hofn/domain/forms.ts';
import { dayOfInstant } from '@hofn/texts/format.ts';
import { useState } from 'react';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { type FieldError, useFields } from '../useFields.ts';
import { withBlanksFilled } from '../with-blanks-filled.ts';
import { faultText } from './fault-text.ts';
import { lateDayError } from './late-day.ts';
import { useKennitalaSettings } from './useKennitalaSettings.ts';
import { type CustomerToken, useSubmission } from './useSubmission.ts';

/** A form's uploads and the token that they were uploaded with. */
export type SentFiles = { ids: string[]; isSettled: boolean; visitToken: string | undefined };

/** Values to send: only the answers to visible questions. */
const answersOf = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(
    visibleFieldsOf(fields, values).map(
      ({ name, type, fields: inner = [] }): [string, FormValues[string]] => [
        name,
        type === 'list'
          ? rowsIn(values, name).map((row) => answersOf(inner, row) as FormRow)
          : (values[name] ?? ''),
      ],
    ),
  );

type Settings = {
  language: Language;
  onTaken: (taken: FormAccepted, values: FormValues) => void;
  customerToken: CustomerToken | undefined;
};

/** A public form: `useFields` with the questions of its kind, the texts of its document, and its submission. */
export const useDeclaredForm = (document: FormDocument, { language, onTaken, customerToken }: Settings) => {
  const { fields } = formKindOf(document.kind);
  const { kennitala, load: loadKennitalaSettings } = useKennitalaSettings();
  const [uploads, setUploads] = useState<Omit<SentFiles, 'ids'>>({ isSettled: true, visitToken: undefined });
  const { failure, send, clearFailure } = useSubmission(document, language, customerToken);
  const [values, setValues] = useState<FormValues>(() => ({ ...emptyForm(fields), website: '' }));

  const errorsOf = (typed: FormValues): FieldError[] => {
    const faults = formFaults(fields, typed, { today: dayOfInstant(new Date()), kennitala });
    if (!uploads.isSettled) faults.push({ path: 'files', reason: 'filesUnfinished' });
    return faults.map((fault) => ({
      path: fault.path,
      message:
        (fault.reason === 'day' && lateDayError(language, typed[fault.path])) || faultText(document, fault),
    }));
  };
  const form = useFields([values, setValues], errorsOf);
  const submit = form.submit(async ({ website, ...typed }) => {
    const answers = answersOf(fields, typed);
    const { accepted, ...refused } = await send(
      { ...answers, ...(website && { website }) },
      uploads.visitToken,
    );
    if (accepted) onTaken(accepted, answers);
    else if ('errors' in refused) form.setServerErrors(refused.errors);
  });

  return {
    ...form,
    fields,
    visibleFields: visibleFieldsOf(fields, values),
    /** Why the last submission was not accepted. */
    failure,
    /** Takes over answers typed before hydration. */
    addAnswers: (answers: FormValues): void => setValues((previous) => ({ ...previous, ...answers })),
    /** Fills in answers that are still empty. */
    fillBlanks: (known: FormValues): void => setValues((typed) => withBlanksFilled(typed, known)),
    setFiles: ({ ids, ...newUploads }: SentFiles): void => {
      form.set('files', ids);
      setUploads(newUploads);
    },
    /** Fetches the kennitala rules when the user starts filling in the form. */
    loadKennitalaSettings,
    submit: (event: Parameters<typeof submit>[0]): void => {
      clearFailure();
      void submit(event);
    },
  };
};
