import { hash, randomBytes } from 'node:crypto';
import type { FormAccepted, Upload } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { KennitalaSettings } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { type FormKind, formKindOf } from '@hofn/domain/form-kinds.ts';
import { cleanForm, type FormField, type FormRow, type FormValues, formFaults } from '@hofn/domain/forms.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { VisitContext } from '../platform/authorization.ts';
import { assertNoNul } from '../platform/body.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { KennitalaCheck, NationalRegister } from '../platform/kennitala.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { TenMinuteCounter } from '../platform/shared-counter.ts';
import { submissionTarget, type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { targetOfVisit, type Visits } from '../platform/visits.ts';
import { addWorkingDaysTo, openWorkItem } from '../work-items/open-work-item.ts';
import { crmCaseQueue } from './crm.ts';
import { lottery, lotteryFault } from './lottery.ts';
import { receiptQueue } from './receipts.ts';
import { forgetAt } from './retention.ts';
import { createSubmissionStore } from './store.ts';

/** Machine-readable reason, the same in both languages, for a kennitala missing from the register (rule INQ-3). */
const ssnNotFound = 'The given SSN was not found';

const refuse = (...fields: FieldFault[]) => new Fault('validation', { fields });

/** Reads a list field, which may arrive as a single text or be absent; rows of a multipart body are JSON. */
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

const rowOf = (value: unknown): FormRow | undefined => {
  let row = value;
  if (typeof value === 'string') {
    try {
      row = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (typeof row !== 'object' || row === null) return undefined;
  const answers = Object.entries(row).filter(([, answer]) => typeof answer === 'string');
  return Object.fromEntries(answers) as FormRow;
};

/**
 * Reads a body as the values of its form.
 * @throws Fault `validation` naming a row that cannot be parsed or stored
 */
export const valuesOf = (fields: readonly FormField[], body: Record<string, unknown>): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type }): [string, FormValues[string]] => {
      const value = body[name];
      if (type === 'checkboxes' || type === 'files') return [name, listOf(value).map(String)];
      if (type !== 'list') return [name, typeof value === 'string' ? value : ''];
      const rows = listOf(value).map((item, index) => {
        const row = rowOf(item);
        if (!row) throw refuse({ path: `${name}.${index}`, reason: 'object' });
        return row;
      });
      // The check of the whole body saw the row as JSON, in which the character is escaped.
      assertNoNul({ [name]: rows });
      return [name, rows];
    }),
  );

const textIn = (values: FormValues, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Unique key of a form that may be sent only once: for the draw, the kennitala. */
const uniqueKeyOf = (kind: FormKind, values: FormValues): string | null =>
  kind === 'lottery' ? `${lottery.id} ${hash('sha256', textIn(values, 'ssn') ?? '')}` : null;

/** Forms that need no answer: the request is carried out at once, or by drawing lots. */
const unanswered: readonly FormKind[] = ['lottery', 'forvarnarsignup', 'forvarnarsignout'];

/** Working days until an answer is due, for forms whose receipt promises other than the usual time. */
const promised: Partial<Record<FormKind, number>> = {
  childinsurance: 5,
  salespromotion: 3,
  communication: 20,
};

/** The kind of work item that a form opens; undefined when it opens none. */
const workItemKindOf = (kind: FormKind): 'inquiry' | 'form' | undefined => {
  if (unanswered.includes(kind)) return undefined;
  return kind === 'inquiry' ? 'inquiry' : 'form';
};

/** The sender's name, as typed; some forms have it in another field. */
const senderOf = (values: FormValues): string =>
  textIn(values, 'name') ?? textIn(values, 'contactName') ?? textIn(values, 'senderName') ?? '';

/** Checks and stores forms, all kinds alike. */
export const createSubmissions = (parts: {
  db: Db;
  clock: Clock;
  kennitala: KennitalaCheck;
  uploads: Uploads;
  visits: Visits;
  outbox: Outbox;
  register: NationalRegister;
  tenMinutes: TenMinuteCounter;
}) => {
  const { db, clock, kennitala, uploads, visits, outbox, register, tenMinutes } = parts;
  const store = createSubmissionStore(db);

  /** Files uploaded for a form. @throws Fault `validation` when one is missing, unfinished or refused */
  const filesOf = async (tx: Db, visit: VisitContext | undefined, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const { filed } = visit ? await visits.lock(tx, visit.subject.id) : { filed: null };
    if (filed) throw new Fault('duplicateSubmission');
    const attached = visit
      ? await uploads.store.listAttachedTo(visit.subject, targetOfVisit(visit.subject.id), tx)
      : [];
    const named: Upload[] = attached.map(uploadOf).filter(({ id }) => ids.includes(id));
    const reason =
      named.length < ids.length
        ? 'filesGone'
        : named.some(({ state }) => state === 'refused')
          ? 'filesRefused'
          : named.some(({ state }) => state === 'receiving')
            ? 'filesUnfinished'
            : undefined;
    if (reason) throw refuse({ path: 'files', reason });
    return named;
  };

  /** Attaches the files to the submission, and marks the visit as used. */
  const attachFiles = async (
    tx: Db,
    { subject }: VisitContext,
    ids: readonly string[],
    { id, reference, sender }: { id: string; reference: string; sender: string },
  ): Promise<void> => {
    const target = { kind: submissionTarget, id };
    const changes = { ids, ownerId: id, sender };
    const moved = await uploads.store.moveTo(tx, subject, targetOfVisit(subject.id), target, changes);
    // A file was removed in the meantime.
    if (moved < ids.length) throw refuse({ path: 'files', reason: 'filesGone' });
    await visits.filed(tx, subject.id, { id, number: reference, said: hash('sha256', reference) });
  };

  return {
    /**
     * Checks a form before anything is stored: its answers, its rate limit and, for an inquiry, whether the national register
     * knows the kennitala. When the register does not respond, the form is accepted.
     * @returns the form's values as they will be stored
     * @throws Fault `validation` naming every invalid field, `tooManyRequests`
     */
    check: async (kind: FormKind, body: Record<string, unknown>, address: string): Promise<FormValues> => {
      const { fields } = formKindOf(kind);
      // Reported rather than silently dropped: a browser may have filled in the honeypot for a human.
      if (body.website !== '') throw refuse({ path: 'website', reason: 'leaveEmpty' });
      const now = clock.now();
      const today = dayOfInstant(now);
      const values = valuesOf(fields, body);
      const faultsBy = (checked: KennitalaSettings) =>
        formFaults(fields, values, { today, kennitala: checked });
      // Query the register only for an otherwise valid form, and count the look-up as a form sent.
      if (faultsBy({ ...kennitala.settings, checkDigit: 'off' }).length > 0)
        throw refuse(...faultsBy(kennitala.settings));
      const closed = kind === 'lottery' ? lotteryFault(today) : undefined;
      if (closed) throw refuse({ path: 'FORM', reason: closed });
      const wait = await tenMinutes.count('forms', address);
      if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
      const checked = await kennitala.settingsFor(values, 'visitor');
      const faults = faultsBy(checked);
      if (faults.length > 0) throw refuse(...faults);
      const cleaned = cleanForm(fields, values, checked);
      const ssn = textIn(cleaned, 'ssn');
      if (kind === 'inquiry' && ssn && (await register.find(ssn)) === 'notFound')
        throw refuse({ path: 'FORM', reason: 'ssnNotFound', literal: ssnNotFound });
      return cleaned;
    },

    /**
     * Stores a form, all or nothing: with its files, its reference and its jobs.
     * @param values the result of `check`
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
      }: {
        kind: FormKind;
        values: FormValues;
        language: Language;
        visit: VisitContext | undefined;
      },
    ): Promise<FormAccepted & { id: string }> => {
      const { files, ...fields } = values;
      const ids = listOf(files).map(String);
      const uploaded = await filesOf(tx, visit, ids);
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
        once: uniqueKeyOf(kind, values),
        confirmation: secret ? hash('sha256', secret) : null,
        forgetAt: forgetAt(kind, now),
      });
      if (!added) throw refuse({ path: 'ssn', reason: 'takesPart' });
      if (visit && uploaded.length > 0)
        await attachFiles(tx, visit, ids, { id, reference, sender: senderOf(values) });
      if (kind === 'forvarnarsignout' && email) await store.unsubscribe(tx, email.toLowerCase());
      if (email) await outbox.send(tx, receiptQueue.name, { id, ...(secret && { secret }) });
      const workItemKind = workItemKindOf(kind);
      if (workItemKind)
        await openWorkItem(tx, {
          kind: workItemKind,
          matterId: id,
          language,
          openedAt: now,
          ...(promised[kind] && { dueAt: addWorkingDaysTo(now, promised[kind]) }),
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
