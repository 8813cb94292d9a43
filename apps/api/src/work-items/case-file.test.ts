import { auditEvents, type Database, uploads } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { createContents } from '../platform/contents.ts';
import { temporaryFiles } from '../testing.ts';
import { fillWorkItem } from './testing.ts';
import { type Desk, type Name, startDesk } from './testing-desk.ts';

describeWithDatabase('photos of a case', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let desk: Desk;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database, undefined, files);
  });
  afterAll(() => desk.stop());

  const change = (to: Partial<typeof uploads.$inferInsert>) =>
    database.db.update(uploads).set(to).where(eq(uploads.id, 'u3'));
  const put = async (content: Buffer): Promise<string> =>
    (await createContents({ db: database.db, files, clock: desk.clock }).store(content)).key;
  /** Fetches a file of the case, and reads it to its end. */
  const fetchFile = async (as: Name, query = '', file = 'u3') => {
    const answer = await desk.get(as, `/api/staff/v1/cases/k1/files/${file}${query}`);
    return { status: answer.status, content: Buffer.from(await answer.arrayBuffer()) };
  };
  const fetchSmall = (as: Name, file = 'u3') => fetchFile(as, '?size=thumbnail', file);
  const recorded = async (): Promise<unknown[]> => {
    const rows = await database.db
      .select({ actor: auditEvents.actorId, details: auditEvents.details })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'staff.case'), eq(auditEvents.object, 'case k1')))
      .orderBy(auditEvents.id);
    return rows.map(({ actor, details }) => [actor?.split('|')[1], details?.act]);
  };

  beforeEach(async () => {
    await fillClaims(database, files);
    await fillWorkItem(database);
    const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const key = await put(photo);
    await change({ name: 'eldhus.jpg', key, type: 'image/jpeg', storedBytes: photo.length });
  });

  test('DESK-8, ROLE-8: the thumbnails of a case belong to opening it, and are recorded for those who have not; a photo is each time', async () => {
    await (await desk.get('katrin', '/api/staff/v1/cases/k1')).arrayBuffer();
    const { status, content } = await fetchSmall('katrin');
    const { format, width, height } = await sharp(content).metadata();
    expect([status, format, width, height]).toEqual([200, 'jpeg', 320, 213]);
    await fetchSmall('katrin');
    // Without an opening, the first thumbnail is one.
    for (const _ of [1, 2]) await fetchSmall('bjarni');
    for (const _ of [1, 2]) await fetchFile('katrin');
    expect(await recorded()).toEqual([
      ['katrin', 'look'],
      ['bjarni', 'thumbnail'],
      ['katrin', 'file'],
      ['katrin', 'file'],
    ]);
  });

  test('DESK-8: what is no photo that can be drawn, has not passed its check, or may not be opened has no thumbnail', async () => {
    expect((await fetchSmall('katrin', 'u1')).status).toBe(404);
    // Una opens messages and no claims.
    expect((await fetchSmall('una')).status).toBe(404);
    expect((await fetchFile('katrin', '?size=large')).status).toBe(400);
    await change({ type: 'image/heic' });
    expect((await fetchSmall('katrin')).status).toBe(404);
    await change({ type: 'image/jpeg', key: await put(Buffer.from('no photo')) });
    expect((await fetchSmall('katrin')).status).toBe(404);
  });
});
