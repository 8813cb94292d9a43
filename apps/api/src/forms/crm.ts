import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Settings } from '../settings.ts';
import { createSubmissionStore } from './store.ts';

/** Cases for the CRM, retried for about a day while it is down. */
export const crmCaseQueue: Queue = {
  name: 'form.case',
  concurrency: 2,
  retries: 60,
  delay: 30,
  longestDelay: 1800,
  expires: 120,
};

type Job = { id: string };

/** A CRM case; its fields have the same names as the form's. */
export type CrmCase = {
  reference: string;
  recordType: string;
  subject: string;
  description: string;
  name: string;
  email: string;
  phone: string;
  ssn: string;
  /** Number of documents sent with it; we store them under the reference. */
  documents: number;
};

/** The CRM, where cases are opened. */
export type CrmService = {
  /** @throws Error when it did not open the case */
  open(about: CrmCase): Promise<void>;
};

const timeoutMs = 10_000;
const origin = 'Webform';
// In Icelandic, the language of the people who read them.
const subjectPrefix = 'Fyrirspurn af vef - ';
const documentsPrefix = 'Fylgiskjöl: ';

/** The CRM's web-to-case endpoint (rule FORM-4): one multipart form per case. */
export const httpCrm = (
  settings: Pick<Settings, 'CRM_URL' | 'CRM_ORG_ID' | 'CRM_SSN_FIELD' | 'CRM_RECORD_TYPES'>,
): CrmService => ({
  open: async ({ recordType, reference, subject, description, name, email, phone, ssn, documents }) => {
    const types: Record<string, string> = settings.CRM_RECORD_TYPES;
    const form = new FormData();
    form.append('orgid', settings.CRM_ORG_ID);
    form.append('recordType', types[recordType] ?? '');
    form.append('origin', origin);
    form.append('subject', subjectPrefix + subject);
    // The endpoint has no field for an idempotency key: the reference reveals a case that was opened twice.
    const documentLine = documents > 0 ? [documentsPrefix + documents] : [];
    form.append('description', [description, ...documentLine, reference].join('\n\n'));
    form.append('name', name);
    form.append('email', email);
    form.append('phone', phone);
    form.append(settings.CRM_SSN_FIELD, ssn);
    const response = await fetch(new URL('servlet/servlet.WebToCase', settings.CRM_URL), {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(timeoutMs),
      // The redirect is for browsers.
      redirect: 'manual',
    });
    if (response.status >= 400) throw new Error(`status ${response.status}`);
  },
});

/** Opens a CRM case for each inquiry: exactly once, unless we crash between the CRM's response and our own record of it. */
export const createCrmHandover = (parts: { db: Db; clock: Clock; logger: Logger; crm: CrmService }) => {
  const { db, clock, logger, crm } = parts;
  const store = createSubmissionStore(db);
  return async ({ id }: Job): Promise<void> => {
    const row = await store.one(id);
    if (!row || row.handedOverAt !== null) return;
    const text = (name: string): string => {
      const value = row.fields[name];
      return typeof value === 'string' ? value : '';
    };
    await crm.open({
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
