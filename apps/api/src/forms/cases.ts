import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Settings } from '../settings.ts';
import { createSubmissionStore } from './store.ts';

/** Cases for customer relations, tried for about a day while its system is away. */
export const caseQueue: Queue = {
  name: 'form.case',
  concurrency: 2,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

type Job = { id: string };

/** What a case says, by the names of the form's questions. */
export type Case = {
  reference: string;
  recordType: string;
  subject: string;
  description: string;
  name: string;
  email: string;
  phone: string;
  ssn: string;
  /** How many documents came with it; they stay with us, under the reference. */
  documents: number;
};

/** Takes cases over. */
export type CaseDesk = {
  /** @throws Error when it did not take it */
  open(about: Case): Promise<void>;
};

const timeoutMs = 10_000;
const origin = 'Webform';
// In Icelandic, as those who take cases over read them.
const subjectPrefix = 'Fyrirspurn af vef - ';
const documentsPrefix = 'Fylgiskjöl: ';

/** The web-to-case end point of a customer relations system (rule FORM-4): one multipart form for each case. */
export const webToCase = (
  settings: Pick<Settings, 'CRM_URL' | 'CRM_ORG_ID' | 'CRM_SSN_FIELD' | 'CRM_RECORD_TYPES'>,
): CaseDesk => ({
  open: async ({ recordType, reference, subject, description, name, email, phone, ssn, documents }) => {
    const types: Record<string, string> = settings.CRM_RECORD_TYPES;
    const form = new FormData();
    form.append('orgid', settings.CRM_ORG_ID);
    form.append('recordType', types[recordType] ?? '');
    form.append('origin', origin);
    form.append('subject', subjectPrefix + subject);
    // The end point has no field for what we know it by, and hands a case over twice if our note of the first was lost.
    const papers = documents > 0 ? [documentsPrefix + documents] : [];
    form.append('description', [description, ...papers, reference].join('\n\n'));
    form.append('name', name);
    form.append('email', email);
    form.append('phone', phone);
    form.append(settings.CRM_SSN_FIELD, ssn);
    const answer = await fetch(new URL('servlet/servlet.WebToCase', settings.CRM_URL), {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(timeoutMs),
      // Where it would lead a browser to afterwards is nothing to us.
      redirect: 'manual',
    });
    if (answer.status >= 400) throw new Error(`status ${answer.status}`);
  },
});

/** Makes the handing over of cases: once each, but for a crash between the other side's word and our own note of it. */
export const createCaseHandover = (parts: { db: Db; clock: Clock; logger: Logger; desk: CaseDesk }) => {
  const { db, clock, logger, desk } = parts;
  const store = createSubmissionStore(db);
  return async ({ id }: Job): Promise<void> => {
    const row = await store.one(id);
    if (!row || row.handedOverAt !== null) return;
    const text = (name: string): string => {
      const value = row.fields[name];
      return typeof value === 'string' ? value : '';
    };
    await desk.open({
      reference: row.reference,
      recordType: text('recordType'),
      subject: text('subject'),
      description: text('description'),
      name: text('name'),
      email: text('email'),
      phone: text('phone'),
      ssn: text('ssn'),
      documents: await store.documents(id),
    });
    await store.note(id, { handedOverAt: clock.now().toISOString() });
    logger.info({ submission: id }, 'case handed over');
  };
};
