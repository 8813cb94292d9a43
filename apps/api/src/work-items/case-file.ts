import { buffer } from 'node:stream/consumers';
import type { caseCalls } from '@hofn/contracts';
import { auditEvents, type Db } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import type { Language } from '@hofn/texts';
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { employeeOf } from '../platform/caller.ts';
import { dispositionOf, sendStored, sentFile } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { bytesOf } from '../platform/uploads/inspector-messages.ts';
import type { UploadRow } from '../platform/uploads/store.ts';
import type { createActing } from './act-on-work-item.ts';
import type { DescribedItem } from './describe.ts';
import { auditCase, type ReadCase } from './read-case.ts';

/** How long thumbnails belong to the opening of their case; by the database's clock, as the audit log is. */
const openedFor = '30 minutes';
/** How many of an employee's latest audit events are read to find that opening. */
const latestEvents = 200;

/**
 * Whether the audit log has that an employee has read or acted on a case lately. Both show the case, and its thumbnails are
 * part of that (decision 158).
 */
const hasOpenedLately = async (
  db: Db,
  { employeeId, caseId }: { employeeId: string; caseId: string },
): Promise<boolean> => {
  // Bounded by count: an index leads to the employee's latest events, and none leads to those of a case.
  const latest = db
    .select({ action: auditEvents.action, object: auditEvents.object, at: auditEvents.at })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, employeeId))
    .orderBy(desc(auditEvents.id))
    .limit(latestEvents)
    .as('latest');
  const found = await db
    .select({ one: sql`1` })
    .from(latest)
    .where(
      sql`${latest.action} = 'staff.case' and ${latest.object} = ${`case ${caseId}`} and ${latest.at} >= clock_timestamp() - ${openedFor}::interval`,
    )
    .limit(1);
  return found.length > 0;
};

/** Whether a file may have a thumbnail: HEIC has no free decoder. */
const hasThumbnail = ({ type }: Pick<UploadRow, 'type'>): boolean =>
  type === 'image/jpeg' || type === 'image/png';

/**
 * Responds with the thumbnail of a photo.
 * @throws Fault `notFound` for what is no JPEG or PNG, `unavailable` when too many others are being drawn
 */
const sendThumbnail = async (
  reply: FastifyReply,
  { files, quickInspector }: { files: FileStore; quickInspector: Inspector },
  { key, name }: Pick<UploadRow, 'name'> & { key: string },
): Promise<void> => {
  const drawing = await quickInspector.inspect('thumbnail', await buffer(await files.get(key)));
  if ('unfinished' in drawing && drawing.unfinished === 'busy')
    throw new Fault('unavailable', { retryAfterSeconds: 5 });
  if ('unfinished' in drawing || !drawing.drawn) throw new Fault('notFound');
  reply
    .type('application/octet-stream')
    .header('content-disposition', dispositionOf(`${name}.jpg`))
    .send(bytesOf(drawing.drawn));
};

/** Files of a work item, and thumbnails of its photos. */
export const caseFileHandlers = ({
  db,
  files,
  quickInspector,
  read,
  filesOf,
  recordViewed,
}: {
  db: Db;
  files: FileStore;
  quickInspector: Inspector;
  read(request: FastifyRequest, id: string, language: Language): Promise<ReadCase>;
  filesOf(item: DescribedItem): Promise<UploadRow[]>;
  recordViewed: ReturnType<typeof createActing>['recordViewed'];
}): Pick<Handlers<typeof caseCalls>, 'caseFile'> => ({
  caseFile: async ({ params, query: { size }, language, request, reply }) => {
    const employee = employeeOf(request);
    const found = await read(request, params.id, language);
    const file = (await filesOf(found.item)).find(({ id }) => id === params.file);
    // Only a file that has passed the checks has a key.
    if (!file || file.key === null) throw new Fault('notFound');
    const isThumbnail = size === 'thumbnail';
    if (isThumbnail && !hasThumbnail(file)) throw new Fault('notFound');
    const opened = { employeeId: employee.id, caseId: params.id };
    if (!isThumbnail || !(await hasOpenedLately(db, opened)))
      await recordViewed(employee, found.line.row, found.item, (tx) =>
        auditCase(tx, request, employee, found.item, {
          object: { case: params.id },
          act: isThumbnail ? 'thumbnail' : 'file',
          file: file.id,
        }),
      );
    const stored = { ...file, key: file.key };
    if (isThumbnail) await sendThumbnail(reply, { files, quickInspector }, stored);
    else await sendStored(request, reply, files, sentFile(stored));
    return undefined;
  },
});
