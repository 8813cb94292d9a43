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
import { paragraphsOf } from '../platform/mail/letter.ts';
import type { Handlers } from '../platform/registrar.ts';
import { kindOf, type WorkItemRow } from '../platform/work-items.ts';
import type { DescribedItem, WorkItemKinds } from './describe.ts';

/** What staff read before they decide on the request of a work item. */
export const decisionHandlers = ({
  kinds,
  files,
  read,
  recordViewed,
  auditCase,
}: {
  kinds: WorkItemKinds;
  files: FileStore;
  read(
    request: FastifyRequest,
    id: string,
    language: Language,
  ): Promise<{ line: { row: WorkItemRow }; item: DescribedItem }>;
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
}): Pick<Handlers<typeof caseCalls>, 'previewDecision' | 'caseProof'> => ({
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
    const letterIn = (shown: Language) => ({
      subject: letters[shown].subject,
      body: paragraphsOf(letters[shown]).join('\n\n'),
    });
    return {
      sentIn: line.row.language,
      recipient: email,
      letters: { is: letterIn('is'), en: letterIn('en') },
    };
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
