import { type Upload, uploadLimits } from '@hofn/contracts';
import { type Database, uploadParts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { createContents } from '../platform/contents.ts';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { createInspector, type InspectorLimits } from '../platform/uploads/inspector.ts';
import { createScan } from '../platform/uploads/scan.ts';
import { createUploadCheck } from '../platform/uploads/uploads.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, startApi, temporaryFiles } from '../testing.ts';

/** A PDF of the maximum size that consists only of stream beginnings. */
const streamsWithoutEnd = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(uploadLimits.bytes - 9, 'stream\n'),
]);

/** A small file of 18 million pixels, which must be decoded as a whole before it can be resized. */
const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: 4200, height: 4200, channels: 4, background: '#888f' } })
    .png({ progressive: true })
    .toBuffer();

const program = (name: string) => new URL(`./testing/${name}.ts`, import.meta.url);

describeWithDatabase('hostile files', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    token = await issuer.token('anna');
    const settings = { ...defaultSettings(), RATE_WRITE: 1000, RATE_UPLOAD: 10_000 };
    api = await startApi(database, issuer, { settings });
  });
  beforeEach(() => fillClaims(database));
  afterAll(() => api.stop());

  const read = async (id: string) => {
    const answer = await api.ask(`/api/upload/v1/${id}`, { token });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Upload;
  };
  /** Uploads a file as a customer does. */
  const send = async (content: Buffer): Promise<string> => {
    const offered = await api.ask('/api/claim/v1/claims/c1/attachments', {
      method: 'POST',
      token,
      body: JSON.stringify({ name: 'kvittun.pdf', bytes: content.length }),
      headers: { 'content-type': 'application/json' },
    });
    const { id } = (await offered.json()) as Upload;
    for (let offset = 0; offset < content.length; offset += uploadLimits.partBytes) {
      const part = await api.ask(`/api/upload/v1/${id}/content?offset=${offset}`, {
        method: 'POST',
        token,
        body: new Uint8Array(content.subarray(offset, offset + uploadLimits.partBytes)),
        headers: { 'content-type': 'application/octet-stream' },
      });
      expect(part.status).toBe(200);
    }
    return id;
  };
  const createWork = (limits?: InspectorLimits) =>
    createUploadCheck({
      db: database.db,
      contents: createContents({ db: database.db, files, clock: fixedClock() }),
      inspector: createInspector(limits),
      scan: createScan(undefined),
      logger: createLogger('api', 'silent'),
    });

  test('HOLD-4: while a file keeps its inspector busy forever, other calls are served, and finally it is refused', async () => {
    const work = createWork({ program: program('endless'), timeMs: 1_500 });
    const id = await send(streamsWithoutEnd);
    let isJudged = false;
    const judging = work({ id }).then(() => {
      isJudged = true;
    });
    for (let calls = 0; calls < 3; calls += 1) expect((await read(id)).state).toBe('checking');
    expect(isJudged).toBe(false);
    // The job is done: it is not retried.
    await judging;
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'uploadUnreadable' });
    expect(await database.db.$count(uploadParts)).toBe(0);
  });

  test('HOLD-4: an image that takes too much memory or time is refused, and the next file is inspected as usual', async () => {
    const picture = await bomb();
    const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const refused = { state: 'refused', reason: 'uploadUnreadable' };
    const hasty = await send(picture);
    await createWork({ timeMs: 150 })({ id: hasty });
    expect(await read(hasty)).toMatchObject(refused);

    const work = createWork({ processes: 1, memoryMb: 128 });
    const [large, next] = [await send(picture), await send(photo)];
    await work({ id: large });
    await work({ id: next });
    expect(await read(large)).toMatchObject(refused);
    expect((await read(next)).state).toBe('clean');
  });

  test('HOLD-4: a file that crashes a decoder is refused; an inspector that does not start leaves it for later', async () => {
    const content = plainPdf;
    const id = await send(content);
    const missing = createWork({ program: program('missing') });
    await expect(missing({ id })).rejects.toThrow('did not start');
    expect((await read(id)).state).toBe('checking');
    await createWork({ program: program('crashing') })({ id });
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'uploadUnreadable' });
  });

  test('HOLD-4: a process that dies between two files is not blamed on the second', async () => {
    const work = createWork({ program: program('once'), processes: 1 });
    for (let files = 0; files < 2; files += 1) {
      const id = await send(plainPdf);
      await work({ id });
      expect((await read(id)).state).toBe('clean');
    }
  });

  test('HOLD-4: the largest PDF of nothing but stream beginnings is inspected in one pass', async () => {
    const id = await send(streamsWithoutEnd);
    await createWork()({ id });
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'pdfUnreadable' });
  });

  test('HOLD-4: a profile picture is decoded outside the process that serves requests', async () => {
    const issuer = await createIssuer();
    const others = await startApi(database, issuer, {
      inspector: createInspector({ program: program('endless'), timeMs: 1_000 }),
    });
    const birgir = await issuer.token('birgir');
    const posted = others.ask('/api/user/v1/profilepicture', {
      method: 'POST',
      token: birgir,
      body: new Uint8Array([0xff, 0xd8, 0xff]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const first = await Promise.race([
      posted.then(() => 'picture'),
      others.ask('/api/user/v1/info', { token: birgir }).then(({ status }) => status),
    ]);
    expect(first).toBe(200);
    expect((await posted).status).toBe(400);
    await others.stop();
  });

  test('HOLD-4: a profile picture whose turn does not come is refused for a retry, not queued without end', async () => {
    const issuer = await createIssuer();
    const inspector = createInspector({
      program: program('endless'),
      processes: 1,
      timeMs: 2_000,
      waitMs: 20,
    });
    const others = await startApi(database, issuer, { inspector });
    const birgir = await issuer.token('birgir');
    const before = inspector.inspect('profile', new Uint8Array([1]));
    const answer = await others.ask('/api/user/v1/profilepicture', {
      method: 'POST',
      token: birgir,
      body: new Uint8Array([0xff, 0xd8, 0xff]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await before).toEqual({ unfinished: 'time' });
    await others.stop();
  });
});
