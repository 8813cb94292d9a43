import type { caseCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { AuditDetails } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { type Letter, paragraphsOf } from '../platform/mail/letter.ts';
import type { Handlers } from '../platform/registrar.ts';
import { kindOf, type WorkItemRow } from '../platform/work-items.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';
import { expectUninvolved } from './involvement.ts';
import { answerLetter } from './mails.ts';
import type { LineRow } from './work-items.ts';

const shownOf = (letter: Letter) => ({
  subject: letter.subject,
  body: paragraphsOf(letter).join('\n\n'),
});

/** What staff read before they answer a work item or decide on its request. */
export const decisionHandlers = ({
  db,
  kinds,
  files,
  site,
  mayReply,
  read,
  recordViewed,
  auditCase,
}: {
  db: Db;
  kinds: WorkItemKinds;
  files: FileStore;
  /** Address of the site with its base, for links. */
  site: string;
  /** Whether replies to e-mails reach their cases. */
  mayReply: boolean;
  read(
    request: FastifyRequest,
    id: string,
    language: Language,
  ): Promise<{ line: Pick<LineRow, 'row' | 'reference'>; item: DescribedItem }>;
  recordViewed(
    employee: StaffMember,
    row: WorkItemRow,
    item: DescribedItem,
    onRecorded: (tx: Db) => Promise<void>,
  ): Promise<void>;
  auditCase(
    tx: Db,
    request: FastifyRequest,
    employee: StaffMember,
    item: DescribedItem,
    details: AuditDetails,
  ): Promise<void>;
}): Pick<
  Handlers<typeof caseCalls>,
  'previewDecision' | 'previewComplaint' | 'previewAnswer' | 'caseProof'
> => ({
  previewDecision: async ({ params, body, language, request }) => {
    const employee = employeeOf(request);
    const { line, item } = await read(request, params.id, language);
    const { customer, email } = item;
    const { row } = line;
    const letters =
      customer &&
      (await kinds[kindOf(row)]?.preview?.({ row, customer, employee, decision: body, language }));
    if (!letters) throw new Fault('conflict');
    // The letter repeats the customer's name, address and matter.
    await recordViewed(employee, row, item, (tx) =>
      auditCase(tx, request, employee, item, { object: { case: params.id }, act: 'preview' }),
    );
    return {
      sentIn: line.row.language,
      recipient: email,
      letters: { is: shownOf(letters.is), en: shownOf(letters.en) },
    };
  },

  previewComplaint: async ({ params, body, language, request }) => {
    const employee = employeeOf(request);
    const { line, item } = await read(request, params.id, language);
    const { row } = line;
    const { customer, email } = item;
    const of = kinds[kindOf(row)];
    await expectUninvolved(db, of, row, { employee });
    const letter = customer && (await of?.previewDecision?.({ row, customer, employee, decision: body }));
    if (!letter) throw new Fault('conflict');
    await recordViewed(employee, row, item, (tx) =>
      auditCase(tx, request, employee, item, { object: { case: params.id }, act: 'preview' }),
    );
    return { recipient: email, letter: shownOf(letter) };
  },

  previewAnswer: async ({ params, body, language, request }) => {
    const employee = employeeOf(request);
    const { line, item } = await read(request, params.id, language);
    const { row, reference } = line;
    const { customer, email, answerBy } = item;
    // What the customer reads in the claim is no e-mail of its own.
    const isOwn = customer !== null && kinds[kindOf(row)]?.answer !== undefined;
    if (email === null || answerBy === 'none' || answerBy === 'portal' || isOwn) throw new Fault('conflict');
    const letter = answerLetter(
      { text: body.text, author: employee.name },
      { row, customer, reference: reference ?? undefined, site, mayReply },
    );
    await recordViewed(employee, row, item, (tx) =>
      auditCase(tx, request, employee, item, { object: { case: params.id }, act: 'preview' }),
    );
    return { recipient: email, letter: shownOf(letter) };
  },

  caseProof: async ({ params, language, request, reply }) => {
    const employee = employeeOf(request);
    const found = await read(request, params.id, language);
    const { row } = found.line;
    const { customer } = found.item;
    const proof = customer && (await kinds[kindOf(row)]?.proof?.({ row, customer, language }));
    if (!proof) throw new Fault('notFound');
    await recordViewed(employee, row, found.item, (tx) =>
      auditCase(tx, request, employee, found.item, { object: { case: params.id }, act: 'proof' }),
    );
    await sendStored(request, reply, files, proof);
    return undefined;
  },
});
