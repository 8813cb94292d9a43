import { randomBytes } from 'node:crypto';
import { type Problem, type User, uploadLimits } from '@hofn/contracts';
import { customers, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillAccess } from '../access/testing.ts';
import { createContents } from '../platform/contents.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  type Issuer,
  startApi,
  temporaryFiles,
} from '../testing.ts';

const path = '/api/user/v1/profilepicture';

/** A phone's photo, taken upright, with its photographer; each one differs. */
const photo = (): Promise<Buffer> =>
  sharp(randomBytes(600 * 400 * 3), { raw: { width: 600, height: 400, channels: 3 } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Sími', Artist: 'Anna Prófdóttir' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

describeWithDatabase('profile picture', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let birgir: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    issuer = await createIssuer();
    anna = await issuer.token('anna');
    birgir = await issuer.token('birgir');
    api = await startApi(database, issuer, { files, settings: { ...defaultSettings(), RATE_COSTLY: 1000 } });
  });
  beforeEach(async () => {
    await fillAccess(database);
    await database.db.update(customers).set({ profilePicture: null });
  });
  afterAll(() => api.stop());

  const post = (content: Buffer, { token = anna, language }: { token?: string; language?: 'en' } = {}) =>
    api.ask(path, {
      method: 'POST',
      token,
      ...(language && { language }),
      body: new Uint8Array(content),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const set = async (content: Buffer, token = anna): Promise<string> => {
    const answer = await post(content, { token });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { profilePicture: string }).profilePicture;
  };
  const get = (key: string, token = anna) => api.ask(`${path}/${key}`, { token });
  const remove = (token = anna) => api.ask(path, { method: 'DELETE', token });
  const infoOf = async (token: string, headers = {}) =>
    (await (await api.ask('/api/user/v1/info', { token, headers })).json()) as User;

  test('DATA-2: a photo becomes an upright square without the camera’s metadata', async () => {
    const content = await photo();
    const before = await sharp(content).metadata();
    expect([before.exif?.includes('Anna'), before.orientation]).toEqual([true, 6]);
    const key = await set(content);
    expect((await infoOf(anna)).profilePicture).toBe(key);
    const answer = await get(key);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    const stored = Buffer.from(await answer.arrayBuffer());
    const { format, width, height, exif, orientation } = await sharp(stored).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 256, height: 256 });
    expect(stored.includes('Anna')).toBe(false);

    // Taken upright: the camera's left is the top.
    const half = await plain(300, 400, '#f00f');
    const turned = await sharp(await plain(600, 400, '#00ff'))
      .composite([{ input: half, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const upright = Buffer.from(await (await get(await set(turned))).arrayBuffer());
    for (const [top, isRed] of [
      [40, true],
      [216, false],
    ] as const) {
      const place = { left: 128, top, width: 1, height: 1 };
      const [r = 0, , b = 0] = await sharp(upright).extract(place).raw().toBuffer();
      expect(r > b, `at ${top}`).toBe(isRed);
    }
  });

  test('DATA-2: a PNG is accepted too: its middle, on white where it is transparent', async () => {
    const red = await plain(200, 200, '#f00f');
    const content = await sharp(await plain(600, 200, '#00ff'))
      .composite([{ input: red, left: 200, top: 0 }])
      .png()
      .toBuffer();
    const pointOf = async (sent: Buffer) => {
      const stored = Buffer.from(await (await get(await set(sent))).arrayBuffer());
      const { data } = await sharp(stored)
        .extract({ left: 20, top: 128, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data];
    };
    const [r = 0, g = 255, b = 255] = await pointOf(content);
    expect(r > 240 && g < 15 && b < 15).toBe(true);
    expect(await pointOf(await plain(10, 10, '#0000'))).toEqual([255, 255, 255]);
  });

  test('DATA-2: a file that is not a JPEG or PNG by its bytes, is empty, broken or too large is refused by name, and the previous picture stays', async () => {
    const key = await set(await photo());
    const refused = async (content: Buffer, language?: 'en') => {
      const answer = await post(content, language && { language });
      expect(answer.status).toBe(400);
      return ((await answer.json()) as Problem).errors;
    };
    const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');
    expect(await refused(gif)).toEqual({
      picture: ['Prófílmynd þarf að vera JPG eða PNG. Veldu aðra mynd.'],
    });
    expect(await refused(Buffer.from('%PDF-1.7'), 'en')).toEqual({
      picture: ['A profile picture has to be JPG or PNG. Choose another picture.'],
    });
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toHaveProperty('picture');
    expect(await refused(Buffer.alloc(0))).toEqual({ picture: ['Skráin er tóm. Veldu aðra skrá.'] });
    const cut = (await photo()).subarray(0, 2000);
    expect((await refused(cut))?.picture?.[0]).toContain('Ekki tókst að lesa myndina');
    expect((await post(Buffer.alloc(uploadLimits.bytes + 1))).status).toBe(413);
    const json = await api.ask(path, {
      method: 'POST',
      token: anna,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(json.status).toBe(415);
    expect((await infoOf(anna)).profilePicture).toBe(key);
  });

  test('DATA-2: a replaced or removed picture is no longer served, and its content is garbage-collected', async () => {
    const clock = fixedClock();
    const { collectGarbage } = createContents({ db: database.db, files, clock });
    const later = async () => {
      clock.set(new Date(clock.now().getTime() + 25 * 3_600_000).toISOString());
      await collectGarbage(createLogger('api', 'silent'));
    };
    const first = await set(await photo());
    const second = await set(await photo());
    expect(first).not.toBe(second);
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    await later();
    expect(await files.head(first)).toBeUndefined();
    expect(await files.head(second)).toBeDefined();
    expect((await remove()).status).toBe(204);
    expect((await infoOf(anna)).profilePicture).toBeNull();
    expect((await get(second)).status).toBe(404);
    await later();
    expect(await files.head(second)).toBeUndefined();
    // Removing a picture that is not there is not an error.
    expect((await remove()).status).toBe(204);
    const events = api.lines.map(({ event }) => event);
    expect(events).toContain('user.profilePicture');
    expect(events).toContain('user.profilePictureRemoved');
  });

  test('DATA-2, ACC-5: a picture belongs to its owner: nobody else can see, set or remove it', async () => {
    const content = await photo();
    const key = await set(content);
    expect((await get(key, birgir)).status).toBe(404);
    // The same picture of two people is one content, deleted when neither has it.
    expect(await set(content, birgir)).toBe(key);
    expect((await get(key, birgir)).status).toBe(200);
    expect((await remove(birgir)).status).toBe(204);
    expect([(await get(key, birgir)).status, (await get(key)).status]).toEqual([404, 200]);

    // Staff who view Anna do not see it.
    const katrin = await issuer.token('employee|katrin', { actor_kind: 'employee' });
    const json = { 'content-type': 'application/json' };
    const begun = await api.ask('/api/user/v1/switchoverviewuser', {
      method: 'POST',
      token: katrin,
      body: JSON.stringify({ ssn: '1402851489', reason: 'service' }),
      headers: json,
    });
    expect(begun.status).toBe(200);
    const viewing = { 'impersonate-ssn': '1402851489' };
    expect(await infoOf(katrin, viewing)).toMatchObject({ id: 'anna', profilePicture: null });
    for (const [method, at] of [
      ['GET', `${path}/${key}`],
      ['DELETE', path],
    ] as const)
      expect((await api.ask(at, { method, token: katrin, headers: viewing })).status, method).toBe(403);
    expect(
      (await database.db.select().from(customers).where(eq(customers.id, 'anna')))[0]?.profilePicture,
    ).toBe(key);
  });

  test('DATA-2: people who act for a customer keep their own picture and change nobody else’s', async () => {
    const annas = await set(await photo());
    const birgirs = await set(await photo(), birgir);
    const chosen = await api.ask('/api/user/v1/login/switchcustomer', {
      method: 'POST',
      token: birgir,
      body: JSON.stringify({ ssn: '1402851489' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(chosen.status).toBe(200);
    expect(await infoOf(birgir)).toMatchObject({
      profilePicture: birgirs,
      currentProxyUser: { id: 'anna', via: 'delegate' },
    });
    expect([(await get(birgirs, birgir)).status, (await get(annas, birgir)).status]).toEqual([200, 404]);
    for (const answer of [await remove(birgir), await post(await photo(), { token: birgir })]) {
      expect(answer.status).toBe(403);
      expect(((await answer.json()) as Problem).errorCode).toBe('selfOnly');
    }
    expect((await infoOf(anna)).profilePicture).toBe(annas);
  });
});
