import { hash, randomBytes } from 'node:crypto';
import type { FormAccepted } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { lastWorkingDayUntil } from '@hofn/domain/working-days.ts';
import type { Language } from '@hofn/texts';
import type { VisitContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import type { Visits } from '../platform/visits.ts';
import { addWorkingDaysTo, openWorkItem } from '../work-items/open-work-item.ts';
import { caseKindOf } from './case-kind.ts';
import { conference } from './conference.ts';
import { crmCaseQueue } from './crm.ts';
import { invalidForm, listField, textIn } from './form-values.ts';
import { lottery } from './lottery.ts';
import { receiptQueue } from './receipts.ts';
import { forgetAt } from './retention.ts';
import { createSubmissionStore } from './store.ts';
import { createSubmissionFiles } from './submission-files.ts';

/** Unique key of a form that may be sent only once: for the draw, the kennitala. */
const uniqueKeyOf = (kind: FormKind, values: FormValues): string | null =>
  kind === 'lottery' ? `${lottery.id} ${hash('sha256', textIn(values, 'ssn') ?? '')}` : null;

/** Working days until an answer is due, for forms whose receipt promises other than the usual time. */
const promised: Partial<Record<FormKind, number>> = {
  appointmentRequest: 1,
  childinsurance: 5,
  salespromotion: 3,
};

/** A complaint may be taken to the committee after three weeks, so that it is answered by then, whatever the holidays. */
const daysForComplaint = 21;

const dueAtOf = (kind: FormKind, now: Date): Date | undefined => {
  if (kind === 'communication') {
    const day = lastWorkingDayUntil(addDays(dayOf(now), daysForComplaint));
    return new Date(day + now.toISOString().slice(10));
  }
  // What is left to do is to send the programme.
  if (kind === 'conferencesignup' && dayOf(now) < conference.programme)
    return new Date(`${conference.programme}T12:00:00.000Z`);
  const days = promised[kind];
  return days === undefined ? undefined : addWorkingDaysTo(now, days);
};

/** The sender's name, as typed; some forms have it in another field. */
const senderOf = (values: FormValues): string =>
  textIn(values, 'name') ?? textIn(values, 'contactName') ?? textIn(values, 'senderName') ?? '';

/** Stores forms, all kinds alike. */
export const createSubmissions = (parts: {
  db: Db;
  clock: Clock;
  uploads: Uploads;
  visits: Visits;
  outbox: Outbox;
}) => {
  const { db, clock, outbox } = parts;
  const store = createSubmissionStore(db);
  const submissionFiles = createSubmissionFiles(parts);

  return {
    /**
     * Stores a form, all or nothing: with its files, its reference and its jobs.
     * @param values as checked by `createFormCheck`
     * @param visit the visit that its files were uploaded in
     * @throws Fault `validation` when a file is missing, or it was sent before and may be sent only once;
     * `duplicateSubmission` when the visit was already used for a submission
     */
    store: async (
      tx: Db,
      {
        kind,
        values,
        language,
        visit,
        customerId,
        once = uniqueKeyOf(kind, values),
      }: {
        kind: FormKind;
        values: FormValues;
        language: Language;
        visit: VisitContext | undefined;
        /** The customer who sent it, when they were signed in. */
        customerId?: string | undefined;
        /** What it may be sent only once under, where that is not one of its fields. */
        once?: string | null;
      },
    ): Promise<FormAccepted & { id: string }> => {
      const { files, ...fields } = values;
      const ids = listField(files).map(String);
      const uploaded = await submissionFiles.find(tx, visit, ids);
      const now = clock.now();
      const id = randomBytes(15).toString('base64url');
      const reference = await store.nextReference(tx, now.toISOString().slice(0, 4));
      const secret = kind === 'forvarnarsignup' ? randomBytes(24).toString('base64url') : undefined;
      const email = textIn(values, 'email') ?? null;
      const added = await store.add(tx, {
        id,
        reference,
        kind,
        language,
        fields,
        state: secret ? 'unconfirmed' : 'received',
        email,
        receivedAt: now.toISOString(),
        once,
        confirmation: secret ? hash('sha256', secret) : null,
        forgetAt: forgetAt(kind, now),
      });
      if (!added) throw invalidForm({ path: 'ssn', reason: 'takesPart' });
      if (visit && uploaded.length > 0)
        await submissionFiles.attach(tx, visit, ids, { id, reference, sender: senderOf(values) });
      if (kind === 'forvarnarsignout' && email) await store.unsubscribe(tx, email.toLowerCase());
      if (email) await outbox.send(tx, receiptQueue.name, { id, ...(secret && { secret }) });
      const workItemKind = caseKindOf(kind);
      const dueAt = dueAtOf(kind, now);
      if (workItemKind)
        await openWorkItem(tx, {
          kind: workItemKind,
          matterId: id,
          ...(customerId !== undefined && { customerId }),
          language,
          openedAt: now,
          ...(dueAt && { dueAt }),
        });
      if (kind === 'salesforceCase') await outbox.send(tx, crmCaseQueue.name, { id });
      return { id, status: secret ? 'unconfirmed' : 'received', reference };
    },

    /**
     * Confirms a subscription to prevention tips by the secret in its link; following the link again changes nothing.
     * @param onConfirmed called in the transaction, with the id of the request
     * @throws Fault `notFound` when there is no such request, or it is more than a week old
     */
    confirm: (secret: string, onConfirmed: (tx: Db, id: string) => Promise<void>): Promise<void> =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const submission = await store.confirm(tx, hash('sha256', secret), now);
        if (!submission?.email) throw new Fault('notFound');
        const { id, reference, language, fields, email } = submission;
        await store.subscribe(tx, {
          email: email.toLowerCase(),
          name: typeof fields.name === 'string' ? fields.name : null,
          topics: Array.isArray(fields.topics) ? fields.topics.map(String) : [],
          language,
          confirmedAt: now.toISOString(),
          reference,
        });
        await onConfirmed(tx, id);
      }),
  };
};
export type Submissions = ReturnType<typeof createSubmissions>;
