import { type Db, submissions } from '@hofn/database';
import { eq } from 'drizzle-orm';
import { submissionTarget } from '../platform/uploads/uploads.ts';
import { textOf, type WorkItemKind } from '../platform/work-items.ts';

const digitsOf = (value: unknown): string | null => {
  const digits = typeof value === 'string' ? value.replaceAll(/\D/g, '') : '';
  return digits.length === 10 ? digits : null;
};

/** A form or an inquiry, as shown to staff. */
export const submissionWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ row: { matterId: id } }) => {
    const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
    if (!row) return undefined;
    const { fields } = row;
    return {
      matter: { kind: 'form', fields },
      email: row.email,
      phone: textOf(fields.phone),
      ssn: digitsOf(fields.ssn) ?? digitsOf(fields.companySsn) ?? digitsOf(fields.guardianSsn),
      files: [{ owner: { id }, holder: { kind: submissionTarget, id } }],
      messages: [],
    };
  },
  stateChanged: async (tx, { matterId }, state) => {
    await tx.update(submissions).set({ state }).where(eq(submissions.id, matterId));
  },
});
