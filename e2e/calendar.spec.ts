// The Christmas calendar, with the service's own rules at a time that the test sets.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import doors from '../apps/api/src/calendar/2026.json' with { type: 'json' };
import { behindDoor, calendarAt } from '../apps/api/src/calendar/calendar.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';
import { expect, followLink, openHydrated, test } from './support/site.ts';
import { expectValidScreen, journeyVariants } from './support/test.ts';

/** Answers the calendar's calls as the service would at a given time, which the test can change. */
const atTime = async (page: Page, start: string) => {
  let now = new Date(start);
  await page.route('**/api/public/v1/calendar/**', async (route) => {
    const [, , , , , year = '', day] = new URL(route.request().url()).pathname.split('/');
    const language = route.request().headers()['accept-language'] === 'en' ? 'en' : 'is';
    const found = day ? behindDoor(Number(year), Number(day), now, language) : calendarAt(Number(year), now);
    await (found ? route.fulfill({ json: found }) : route.fulfill({ status: 404, json: {} }));
  });
  return (next: string) => {
    now = new Date(next);
  };
};

const labels = {
  is: {
    path: '/jolakula',
    heading: 'Jóladagatal',
    door: 'Gluggi',
    today: 'Gluggi dagsins',
    opened: 'Opnaður',
    shut: 'Þessi gluggi opnast 4. desember 2026.',
    question: 'Hvað á að gera ef kviknar í feiti í potti?',
    wrong: 'Hella vatni á hana',
    right: 'Setja lok yfir og slökkva undir',
    answer: 'Svara',
    wrongAnswer: 'Ekki í þetta sinn. Rétta svarið: Setja lok yfir og slökkva undir',
    isRight: 'Rétt!',
    close: 'Loka glugga',
  },
  en: {
    path: '/en/jolakula',
    heading: 'Christmas calendar',
    door: 'Door',
    today: 'Today’s door',
    opened: 'Opened',
    shut: 'This door opens on 4 December 2026.',
    question: 'What should you do if fat catches fire in a pan?',
    wrong: 'Pour water on it',
    right: 'Put on a lid and turn off the heat',
    answer: 'Answer',
    wrongAnswer: 'Not this time. The right answer: Put on a lid and turn off the heat',
    isRight: 'Right!',
    close: 'Close window',
  },
};

test.describe('closed doors', () => {
  test.use({ expectedMessages: [/404 \(Not Found\)/] });

  for (const { language, width, name } of journeyVariants('desktop')) {
    test(`SITE-10, PATH-14, LANG-6: by keyboard, today’s door opens over the calendar and tomorrow’s stays closed, ${name}`, async ({
      page,
      site,
    }) => {
      const t = labels[language];
      await page.setViewportSize({ width, height: 800 });
      await atTime(page, '2026-12-03T09:00:00Z');
      await openHydrated(page, site.url + t.path);
      const doorLink = (day: number) => page.locator(`main a[href$="/jolakula/${day}"]`);
      await expect(doorLink(3)).toHaveAccessibleName(new RegExp(`^${t.door}\\s3\\s?${t.today}$`));
      await expect(doorLink(2)).toHaveAccessibleName(new RegExp(`${t.opened}$`));
      await expect(page.locator('main a[data-modal]')).toHaveCount(24);
      await expectValidScreen(page, { language, heading: t.heading });

      await doorLink(3).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`${t.door}.3`));
      await expect(dialog.getByRole('group', { name: t.question })).toBeVisible();
      await dialog.getByRole('radio', { name: t.wrong }).focus();
      await page.keyboard.press('Space');
      await dialog.getByRole('button', { name: t.answer }).press('Enter');
      await expect(dialog.getByRole('status')).toContainText(t.wrongAnswer);
      await dialog.getByRole('radio', { name: t.right }).check();
      await dialog.getByRole('button', { name: t.answer }).press('Enter');
      await expect(dialog.getByRole('status')).toContainText(t.isRight);
      await dialog.getByRole('button', { name: t.close }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(site.url + t.path);
      await expect(doorLink(3)).toBeFocused();

      await page.keyboard.press('Tab');
      await expect(doorLink(4)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toContainText(t.shut);
    });
  }

  test('SITE-10: a door that is closed just before midnight opens on a reload after it', async ({
    page,
    site,
  }) => {
    const set = await atTime(page, '2026-12-23T23:59:59Z');
    await openHydrated(page, `${site.url}/jolakula/24`);
    await expect(page.getByText('Þessi gluggi opnast 24. desember 2026.')).toBeVisible();
    set('2026-12-24T00:00:00Z');
    await page.reload();
    await page.keyboard.press('Shift');
    await expect(page.getByRole('heading', { name: 'Ljósið í glugganum' })).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: 'Gluggi 24' });
  });
});

test('PATH-12b: moving between the calendar’s pages keeps the scroll position', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await atTime(page, '2026-12-12T12:00:00Z');
  await openHydrated(page, `${site.url}/jolakula`);
  await expect(page.locator('main a[data-modal]')).toHaveCount(24);
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  await followLink(page, '/arsskyrsla/jolakula/12');
  await expect(page.getByRole('heading', { name: 'Stekkjarstaur kemur til byggða' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(120);
  await page.getByRole('link', { name: 'Allir gluggar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jóladagatal' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(120);
});

test('SITE-10: no file of the built site reveals what is behind a door', async () => {
  const names = await readdir(defaultFolders.outDir, { recursive: true });
  const files = names.filter((name) => /\.(?:html|json|js|xml)$/.test(name));
  expect(files.some((name) => name.includes('jolakula'))).toBe(true);
  const secrets = doors.doors.flatMap((door) =>
    'text' in door ? [door.text.is, door.text.en] : [door.question?.is ?? '', door.question?.en ?? ''],
  );
  expect(secrets.filter((secret) => secret.length > 10)).toHaveLength(48);
  // A single assertion: fifty thousand would take longer than reading the files.
  const leaks: string[] = [];
  for (const name of files) {
    const text = (await readFile(join(defaultFolders.outDir, name), 'utf8')).replaceAll('\u00a0', ' ');
    leaks.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`));
  }
  expect(leaks).toEqual([]);
});

test('SITE-10: the running product uses its own clock', async ({ request, baseURL }) => {
  const answer = await request.get(`${new URL(baseURL ?? '').origin}/api/public/v1/calendar/2026`);
  expect(answer.status()).toBe(200);
  const { doors: list, today } = (await answer.json()) as ReturnType<typeof calendarAt> & object;
  expect(list.map(({ date, open }) => [date, open])).toEqual(list.map(({ date }) => [date, date <= today]));
  expect(list).toHaveLength(24);
});
