import { addDays, dayOf } from '@hofn/domain';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { people } from './people.ts';
import { addresses } from './system.ts';
import { expect } from './test.ts';

type File = { name: string; buffer: Buffer };

/** Begins like a HEIC photo, which uploads store as it came, and goes on as a text. */
export const brokenPhoto: File = {
  name: 'bilud.heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic Þetta er ekki mynd.'),
};

/** A photo, which is a picture of a page: wide, or as high as a phone's. */
export const photoOf = async (
  page: Page,
  name: string,
  size: { width: number; height: number },
): Promise<File> => {
  const tab = await page.context().newPage();
  await tab.setViewportSize(size);
  await tab.setContent(
    `<body style="margin:0;background:linear-gradient(135deg,#7cc7d1,#155e6b)"><h1 style="font-size:90px">${name}</h1>`,
  );
  const buffer = await tab.screenshot({ type: 'jpeg' });
  await tab.close();
  return { name, buffer };
};

/** Files a claim with files as the site's form does, without signing in. @returns its number */
export const filePhotoClaim = async (
  request: APIRequestContext,
  files: readonly File[],
  language: 'is' | 'en' = 'is',
): Promise<string> => {
  const visit = await request.post(`${addresses.api}/upload/v1/visits`, { data: {} });
  const { right } = (await visit.json()) as { right: string };
  const headers = () => ({
    authorization: `Bearer ${right}`,
    'accept-language': language,
    'idempotency-key': crypto.randomUUID(),
  });
  const ids: string[] = [];
  for (const { name, buffer } of files) {
    const announced = await request.post(`${addresses.api}/claim/v1/notices/attachments`, {
      headers: headers(),
      data: { name, bytes: buffer.length },
    });
    const { id } = (await announced.json()) as { id: string };
    await request.post(`${addresses.api}/upload/v1/${id}/content?offset=0`, {
      headers: { ...headers(), 'content-type': 'application/octet-stream' },
      data: buffer,
    });
    await expect(async () => {
      const upload = await request.get(`${addresses.api}/upload/v1/${id}`, { headers: headers() });
      expect(await upload.json()).toMatchObject({ name, state: 'clean' });
    }).toPass();
    ids.push(id);
  }
  const filed = await request.post(`${addresses.api}/claim/v1/notices`, {
    headers: headers(),
    data: {
      line: 'windscreen',
      form: {
        ...emptyClaimForm,
        ...{ dateOfLoss: addDays(dayOf(new Date()), -5), place: 'Reykjanesbraut', causes: ['stone'] },
        ...{ description: 'Steinn kastaðist í rúðuna.', email: 'gestur@example.is', phone: '6150001' },
        details: { licensePlate: 'ABC12', window: 'front' },
      },
      reporter: { name: 'Guðrún Helga Þorsteinsdóttir', ssn: people.family.ssn },
      files: ids,
      declaration: true,
    },
  });
  expect(filed.status()).toBe(201);
  return ((await filed.json()) as { reference: string }).reference;
};
