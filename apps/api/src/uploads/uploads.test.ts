import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { Problem, Upload } from '@hofn/contracts';
import { type Database, uploadParts, uploads } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { catalogues } from '@hofn/texts/catalogue/all.ts';
import { PDF } from '@libpdf/core';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { createContents } from '../platform/contents.ts';
import {
  foreignPdfs,
  lockedPdf,
  pdfWithFile,
  pdfWithObject,
  pdfWithoutPages,
  plainPdf,
} from '../platform/pdf/testing-files.ts';
import { contentTypeOf } from '../platform/uploads/content.ts';
import { createInspector } from '../platform/uploads/inspector.ts';
import { createScan } from '../platform/uploads/scan.ts';
import { createUploadCheck } from '../platform/uploads/uploads.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi, temporaryFiles } from '../testing.ts';

const testVirus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const pdf = (body: string) => Buffer.from(`%PDF-1.7\n1 0 obj\n${body}\nendobj\n%%EOF\n`);

/** A zip directory that lists empty files with these names. */
const zipOf = (names: string[]): Buffer => {
  const entries = names.map((name) => {
    const entry = Buffer.alloc(46 + Buffer.byteLength(name));
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.write(name, 46);
    return entry;
  });
  const head = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(head.length, 16);
  return Buffer.concat([head, ...entries, end]);
};
const docx = ['[Content_Types].xml', 'word/document.xml'];

/** A photo with the place and device it was taken with. */
const photo = (): Promise<Buffer> =>
  sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Sími', Artist: 'Anna Prófdóttir' } })
    .toBuffer();

describe('contentTypeOf', () => {
  test('FORM-8: a content is judged by its bytes, whatever its name', async () => {
    expect(contentTypeOf(await photo())).toBe('image/jpeg');
    expect(contentTypeOf(pdf(''))).toBe('application/pdf');
    expect(contentTypeOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe('image/heic');
    expect(contentTypeOf(zipOf(docx))).toMatch(/wordprocessingml/);
    expect(contentTypeOf(zipOf(['xl/workbook.xml']))).toBeUndefined();
    expect(contentTypeOf(Buffer.from('<html>%PDX-</html>'))).toBeUndefined();
    expect(contentTypeOf(Buffer.alloc(0))).toBeUndefined();
    expect(contentTypeOf(Buffer.from([0x50, 0x4b, 0x03, 0x04]))).toBeUndefined();
  });
});

describe('clamd', () => {
  let server: Server;
  let answer = 'stream: OK\0';
  let received = 0;
  let address = '';
  beforeAll(async () => {
    server = createServer((socket) => {
      let bytes = Buffer.alloc(0);
      socket.on('data', (data) => {
        bytes = Buffer.concat([bytes, data]);
        if (bytes.length < 4 || bytes.readUInt32BE(bytes.length - 4) !== 0) return;
        received = bytes.length;
        socket.end(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    address = `tcp://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('gets the whole content, and its verdict decides; no verdict is not a pass', async () => {
    const scan = createScan(address);
    const content = pdf('x'.repeat(200_000));
    expect(await scan(content)).toBe(false);
    expect(received).toBeGreaterThan(content.length);
    answer = 'stream: Eicar-Signature FOUND\0';
    expect(await scan(content)).toBe(true);
    answer = 'INSTREAM size limit exceeded. ERROR\0';
    await expect(scan(content)).rejects.toThrow('size limit');
    await expect(createScan('tcp://127.0.0.1:1')(content)).rejects.toThrow('ECONNREFUSED');
  });
});

describeEachEngine('files on their way', (open) => {
  const files = temporaryFiles();
  const inspector = createInspector();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    anna = await issuer.token('anna');
    api = await startApi(database, issuer, { settings: { ...defaultSettings(), RATE_WRITE: 1000 } });
  });
  beforeEach(async () => {
    await fillClaims(database);
    api.sent.length = 0;
  });
  afterAll(() => api.stop());

  const offer = (bytes: number, name = 'golf.jpg', key?: string) =>
    api.ask('/api/claim/v1/claims/c1/attachments', {
      method: 'POST',
      token: anna,
      body: JSON.stringify({ name, bytes }),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    });
  const offered = async (bytes: number, name?: string) => (await (await offer(bytes, name)).json()) as Upload;
  const part = async (id: string, offset: number, content: Uint8Array<ArrayBuffer>, token = anna) =>
    api.ask(`/api/upload/v1/${id}/content?offset=${offset}`, {
      method: 'POST',
      token,
      body: content,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const received = async (answer: Response) => {
    expect(answer.status).toBe(200);
    return (await answer.json()) as Upload;
  };
  const bytesOf = (content: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(content);
  const read = async (id: string) =>
    (await (await api.ask(`/api/upload/v1/${id}`, { token: anna })).json()) as Upload;
  /** Runs the queued jobs. */
  const check = async (clamd?: string) => {
    const logger = createLogger('api', 'silent');
    const contents = createContents({ db: database.db, files, clock: fixedClock() });
    const work = createUploadCheck({ db: database.db, contents, inspector, scan: createScan(clamd), logger });
    for (const { data } of api.sent) await work(data as Parameters<typeof work>[0]);
  };
  const errorsOf = async (answer: Response) => {
    expect(answer.status).toBe(400);
    return ((await answer.json()) as Problem).errors;
  };

  test('CORE-7: an upload resumes where it was interrupted, no part counts twice, and its event is recorded once', async () => {
    const content = await photo();
    const { id } = await offered(content.length, 'C:\\myndir\\golf.jpg');
    const half = Math.floor(content.length / 2);
    expect((await received(await part(id, 0, bytesOf(content.subarray(0, half))))).received).toBe(half);
    // The response was lost: the same part again, then one that comes too early.
    expect((await received(await part(id, 0, bytesOf(content.subarray(0, half))))).received).toBe(half);
    expect((await received(await part(id, half + 1, bytesOf(content.subarray(half + 1))))).received).toBe(
      half,
    );
    expect((await read(id)).received).toBe(half);
    const whole = await received(await part(id, half, bytesOf(content.subarray(half))));
    expect(whole).toMatchObject({ state: 'checking', received: content.length, name: 'golf.jpg' });
    expect(api.sent).toHaveLength(1);
    await check();
    await check();
    const clean = await read(id);
    expect(clean).toMatchObject({ state: 'clean', type: 'image/jpeg', sender: 'Anna Prófdóttir' });
    expect(await database.db.$count(uploadParts)).toBe(0);
    expect(await recordedEvents(database)).toEqual([
      { type: 'hofn.file.received', subject: 'anna', data: { fileId: id, claimId: 'c1' } },
    ]);
  });

  test('a photo is stored without the camera’s metadata', async () => {
    const content = await photo();
    expect((await sharp(content).metadata()).exif).toBeDefined();
    const { id } = await offered(content.length);
    await part(id, 0, bytesOf(content));
    const before = new Set<string>();
    for await (const key of files.list()) before.add(key);
    await check();
    const added: string[] = [];
    for await (const key of files.list()) if (!before.has(key)) added.push(key);
    expect(added).toHaveLength(1);
    const stored = Buffer.concat(await (await files.get(added[0] ?? '')).toArray());
    const picture = await sharp(stored).metadata();
    expect([picture.format, picture.width, picture.exif]).toEqual(['jpeg', 64, undefined]);
  });

  /** Uploads a file. @returns it after the check */
  const checked = async (content: Buffer, name?: string): Promise<Upload> => {
    api.sent.length = 0;
    const { id } = await offered(content.length, name);
    await part(id, 0, bytesOf(content));
    await check();
    return read(id);
  };

  test('FORM-8: files of another type than claimed, harmful or unreadable are refused by name and not stored', async () => {
    const refused = async (content: Buffer) => (await checked(content)).reason;
    expect(await refused(Buffer.from('MZ this is a program'))).toBe('uploadType');
    expect(await refused(pdf(testVirus))).toBe('uploadInfected');
    expect(await refused(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toBe('imageUnreadable');
    expect(await database.db.$count(uploadParts)).toBe(0);
  });

  test('FORM-8: an electronic invoice with its XML inside, and PDFs of any common producer, are accepted', async () => {
    const invoices = [pdfWithFile(), pdfWithFile({ name: 'zugferd-invoice.xml', type: 'application#2Fxml' })];
    for (const content of [...invoices, foreignPdfs['object streams'] ?? Buffer.of()])
      expect(await checked(content)).toMatchObject({ state: 'clean', type: 'application/pdf', reason: null });
    const restricted = await PDF.load(plainPdf);
    restricted.setProtection({ ownerPassword: 'eigandi', permissions: { copy: false } });
    expect(await checked(Buffer.from(await restricted.save()))).toMatchObject({ state: 'clean' });
  });

  test.each([
    ['a script', pdfWithObject('<< /S /JavaScript /JS (app.alert(1)) >>'), 'uploadActive'],
    ['a script with an escaped name', pdfWithObject('<< /S /J#61vaScript >>'), 'uploadActive'],
    [
      'a form that calculates',
      pdfWithObject('<< /AA << /C << /S /JavaScript /JS (AFSimple) >> >> >>'),
      'uploadActive',
    ],
    ['a macro', zipOf([...docx, 'word/vbaProject.bin']), 'uploadActive'],
    ['a file that is no XML', pdfWithFile({ name: 'reikningur.exe' }), 'uploadAttachment'],
    ['a program that is called XML', pdfWithFile({ data: 'MZ\x90' }), 'uploadAttachment'],
    ['an attachment of another type', pdfWithFile({ type: 'application#2Fzip' }), 'uploadAttachment'],
    ['a file that is not in the list of attachments', pdfWithFile({ isListed: false }), 'uploadAttachment'],
    ['a password', lockedPdf, 'pdfPassword'],
    ['its end missing', plainPdf.subarray(0, plainPdf.length - 60), 'pdfUnreadable'],
    ['its second half missing', plainPdf.subarray(0, plainPdf.length >> 1), 'pdfUnreadable'],
    ['only a header', Buffer.from('%PDF-1.7\n'), 'pdfUnreadable'],
    ['no pages', pdfWithoutPages, 'pdfUnreadable'],
  ])(
    'FORM-8: a document with %s is refused by a reason that says what to do, and not as a virus',
    async (_, content, reason) => {
      expect(await checked(content)).toMatchObject({ state: 'refused', reason });
      for (const language of ['is', 'en'] as const) {
        const words = catalogues[language].errorCode[reason as 'pdfPassword'];
        expect(words).toMatch(language === 'is' ? /[Ss]end[ui]|taktu/ : /send|take/i);
        expect(words).not.toMatch(/veiru|virus/i);
      }
    },
  );

  test('FORM-8: a photo that lacks only the marker of its end is accepted, one that was cut off is refused', async () => {
    const content = await photo();
    expect(content.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(await checked(content.subarray(0, -2))).toMatchObject({ state: 'clean', type: 'image/jpeg' });
    expect(await checked(content.subarray(0, content.length >> 1))).toMatchObject({
      reason: 'imageUnreadable',
    });
  });

  test('FORM-8: a long name is shortened in its middle, and keeps its extension', async () => {
    const long = `Fwd: ${'Tjón á bílnum '.repeat(30)}mynd 7 af 9.jpeg`;
    const { name } = await offered(5, long);
    expect([...name]).toHaveLength(200);
    expect(name).toMatch(/^Fwd: Tjón á bílnum .*….*mynd 7 af 9\.jpeg$/);
    expect((await offered(5, `${'👩‍👩‍👧'.repeat(190)}.pdf`)).name).toMatch(/\.pdf$/);
  });

  test('FORM-8: characters of a name that are invisible or turn its direction are removed, and it is composed', async () => {
    expect((await offered(5, 'reikningur\u202efdp.exe')).name).toBe('reikningurfdp.exe');
    expect((await offered(5, 'my\u00adnd\u200b\u2028.jpg')).name).toBe('mynd.jpg');
    expect((await offered(5, 'tjón.jpg'.normalize('NFD'))).name).toBe('tjón.jpg');
  });

  test('while the scanner is down, a file stays in quarantine', async () => {
    const content = plainPdf;
    const { id } = await offered(content.length);
    await part(id, 0, bytesOf(content));
    await expect(check('tcp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
    expect((await read(id)).state).toBe('checking');
    await check();
    expect((await read(id)).state).toBe('clean');
  });

  test('FORM-8: ten files of 10 MB, together 25 MB; an empty one is refused; a refused one is named', async () => {
    const mb = 1024 * 1024;
    expect(await errorsOf(await offer(0))).toEqual({ bytes: ['Skráin er tóm. Veldu aðra skrá.'] });
    expect(Object.keys((await errorsOf(await offer(10 * mb + 1))) ?? {})).toEqual(['bytes']);
    expect((await offer(10 * mb)).status).toBe(201);
    expect((await offer(10 * mb)).status).toBe(201);
    expect((await errorsOf(await offer(6 * mb)))?.FORM?.[0]).toContain('samtals of stórar');
    for (let n = 3; n < 10; n += 1) expect((await offer(1)).status).toBe(201);
    expect((await errorsOf(await offer(1)))?.FORM?.[0]).toContain('tíu skrár');
  });

  test('FORM-8: a sender may have 50 MB in transit at once and send 100 MB a day, however many files are announced together', async () => {
    const mb = 1024 * 1024;
    const toDraft = (token: string) =>
      api.ask(`/api/claim/v1/drafts/${token}/attachments`, {
        method: 'POST',
        token: anna,
        body: JSON.stringify({ name: 'golf.jpg', bytes: 10 * mb }),
        headers: { 'content-type': 'application/json' },
      });
    const drafts = ['d1', 'd2', 'd3'];
    const answers = await Promise.all(drafts.flatMap((draft) => [toDraft(draft), toDraft(draft)]));
    // Two files of a few bytes are in transit already.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 400, 400]);
    const refused = answers.find(({ status }) => status === 400) as Response;
    expect((await errorsOf(refused))?.FORM?.[0]).toContain('á leiðinni í einu');
    const own = eq(uploads.ownerId, 'anna');
    await database.db.update(uploads).set({ state: 'clean', received: sql`bytes` }).where(own);
    await database.db.update(uploads).set({ holderId: 'earlier' }).where(own);
    for (let n = 0; n < 4; n += 1) expect((await toDraft(drafts[n % 2] ?? '')).status).toBe(201);
    await database.db.update(uploads).set({ state: 'clean' }).where(own);
    expect((await toDraft('d3')).status).toBe(201);
    expect((await errorsOf(await toDraft('d3')))?.FORM?.[0]).toContain('á sólarhring');
  });

  test('the same announcement sent twice is one file', async () => {
    const first = (await (await offer(5, 'a.pdf', 'key-1')).json()) as Upload;
    expect(await (await offer(5, 'a.pdf', 'key-1')).json()).toEqual(first);
    expect((await offer(6, 'a.pdf', 'key-1')).status).toBe(409);
  });

  test('ACC-5: somebody else’s file accepts no bytes, reveals nothing and cannot be removed; more bytes than announced are refused', async () => {
    const birgir = await issuer.token('birgir');
    const { id } = await offered(4);
    expect((await part(id, 0, new Uint8Array(4), birgir)).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { token: birgir })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { method: 'DELETE', token: birgir })).status).toBe(404);
    expect(await errorsOf(await part(id, 0, new Uint8Array(5)))).toMatchObject({
      FORM: [expect.any(String)],
    });
    expect((await part(id, 0, new Uint8Array(600 * 1024))).status).toBe(413);
    const json = await api.ask(`/api/upload/v1/${id}/content?offset=0`, {
      method: 'POST',
      token: anna,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    const bytes = await api.ask('/api/claim/v1/claims/c1/messages', {
      method: 'POST',
      token: anna,
      body: 'text',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(bytes.status).toBe(415);
    expect((await api.ask(`/api/upload/v1/${id}`, { method: 'DELETE', token: anna })).status).toBe(204);
    expect((await api.ask(`/api/upload/v1/${id}`, { token: anna })).status).toBe(404);
  });
});
