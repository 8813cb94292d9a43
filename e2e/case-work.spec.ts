// A handler's hour with a colleague: a note with a mention, a case handed over, put on hold, taken off it, and absence.
import { formatDate } from '@hofn/texts/format.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { APIRequestContext, Page } from '@playwright/test';
import { workQueueScreen } from './screens/work-queue.ts';
import { findCovered } from './support/covered.ts';
import { dateField } from './support/dates.ts';
import { openFilters } from './support/filters.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

type Language = 'is' | 'en';
const katrin = 'Katrín Ósk Einarsdóttir';
const bjarki = 'Bjarki Freyr Sigurðsson';

/** Sends an inquiry as the site's form does. @returns its number */
const inquire = async (request: APIRequestContext, language: Language): Promise<string> => {
  const { origin } = new URL(addresses.site);
  const answer = await request.post(`${origin}/api/form/v1/inquiry`, {
    headers: { 'Accept-Language': language, 'Idempotency-Key': crypto.randomUUID(), Origin: origin },
    data: {
      ...{
        name: 'Fura Prófdóttir',
        ssn: '',
        type: 'Tjónaþjónusta',
        description: 'Hvað vantar ykkur frá mér?',
      },
      email: `vinna-${crypto.randomUUID()}@example.is`,
    },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { reference: string }).reference;
};

const isOnScreen = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });

/** Searches the list for a case, and waits for the answer: rows that come in between would take the place of a pressed one. */
const searchFor = async (page: Page, language: Language, reference: string) => {
  const answered = page.waitForResponse((response) => response.url().includes(`search=${reference}`));
  await page.getByRole('searchbox', { name: translate[language]('queue|search') }).fill(reference);
  await answered;
};

/** Opens one of the queue's lists, searched for a case. */
const openList = async (page: Page, language: Language, tab: RegExp, reference: string) => {
  await page
    .getByRole('link', { name: translate[language]('queue|title') })
    .first()
    .click();
  await page.getByRole('tab', { name: tab }).click();
  await searchFor(page, language, reference);
};

for (const { language, width } of firstVariant(
  { language: 'is', width: 390 },
  { language: 'en', width: 1280 },
))
  test(`DESK-5: two employees work on a case: a note mentions the colleague, who reads it, gets the case with a reason, and puts it on hold, ${language}, ${width} px`, async ({
    browser,
    page,
    request,
  }) => {
    test.slow();
    const t = translate[language];
    const reference = await inquire(request, language);
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('katrin');
    await screen.openCase(reference);
    await screen.button(t('queue|take')).click();
    await expect(screen.button(t('queue|release'))).toBeVisible();

    // A note, with a colleague mentioned by typing @.
    await screen.button(t('caseNotes|open')).click();
    const note = page.getByRole('textbox', { name: t('caseNotes|text') });
    await expect(note).toBeFocused();
    await note.pressSequentially('Geturðu skoðað þetta, @');
    await page.getByLabel(t('caseNotes|mentionWho')).selectOption({ label: bjarki });
    await expect(note).toHaveValue(`Geturðu skoðað þetta, @${bjarki} `);
    await expectValidScreen(page, { language, heading: /: Fura Prófdóttir$/ });
    expect(await findCovered(page)).toEqual([]);
    await screen.button(t('caseNotes|add')).click();
    const notes = page.getByRole('region', { name: t('caseNotes|title') });
    await expect(notes.getByRole('listitem')).toContainText(t('caseNotes|mentions', { names: bjarki }));

    // The colleague has it among the mentions, and opens it there.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page2 = await context.newPage();
    await page2.setViewportSize({ width, height: 900 });
    const other = workQueueScreen(page2, language);
    await other.signIn('bjarki');
    const mentioned = new RegExp(`^${t('queue|mentioned')}`);
    await page2.getByRole('tab', { name: mentioned }).click();
    await expect(isOnScreen(page2, reference)).toContainText(t('queue|isMentioned'));
    await isOnScreen(page2, reference).getByRole('link').click();
    await expect(page2.getByText(`Geturðu skoðað þetta, @${bjarki}`)).toBeVisible();

    // Katrín hands it over with a reason.
    await screen.button(t('caseHandOver|open')).click();
    await page.getByLabel(t('caseHandOver|to')).selectOption({ label: bjarki });
    await screen.button(t('caseHandOver|submit')).click();
    const reason = page.getByRole('textbox', { name: t('caseHandOver|reason') });
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(new RegExp(t('caseHandOver|reasonMissing')));
    await reason.fill('Bjarki þekkir málið.');
    await screen.button(t('caseHandOver|submit')).click();
    await expect(screen.button(t('queue|takeOver', { name: bjarki }))).toBeVisible();
    await expect(page.getByText('Bjarki þekkir málið.')).toBeVisible();

    // It is in Bjarki's list. He waits for papers until a later day, and it leaves the list.
    await openList(page2, language, new RegExp(`^${t('queue|mine')}`), reference);
    await isOnScreen(page2, reference).getByRole('link').click();
    await other.button(t('caseWaits|open')).click();
    await page2.getByRole('radio', { name: t('caseWaits|who.customer') }).check();
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await dateField(page2, t('caseWaits|until')).fill(day);
    await page2.getByRole('textbox', { name: t('caseWaits|note') }).fill('Skírteini');
    await expectValidScreen(page2, { language, heading: /: Fura Prófdóttir$/ });
    await page2
      .getByRole('form', { name: t('caseWaits|open') })
      .getByRole('button', { name: t('caseWaits|start') })
      .click();
    await expect(other.button(t('caseWaits|resume'))).toBeVisible();
    await openList(page2, language, new RegExp(`^${t('queue|mine')}`), reference);
    await expect(page2.getByText(t('queue|foundElsewhere'))).toBeVisible();
    await expect(isOnScreen(page2, reference)).toHaveCount(0);
    await openFilters(page2, language);
    await page2.getByLabel(t('queue|state'), { exact: true }).selectOption('waiting');
    await expect(isOnScreen(page2, reference)).toContainText(t('caseWaits|for.customer'));
    await expectValidScreen(page2, { language, heading: t('queue|title') });

    // Off hold again, it is back.
    await isOnScreen(page2, reference).getByRole('link').click();
    await other.button(t('caseWaits|resume')).click();
    await expect(other.button(t('caseWaits|resume'))).toHaveCount(0);
    await openList(page2, language, new RegExp(`^${t('queue|mine')}`), reference);
    await expect(isOnScreen(page2, reference)).toBeVisible();
    await context.close();
  });

for (const { language, width } of firstVariant(
  { language: 'is', width: 1280 },
  { language: 'en', width: 390 },
))
  test(`DESK-5: an employee enters an absence with a deputy, and removes it, ${language}, ${width} px`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('bjarki');
    await page.goto(`${addresses.staffOrigin}/arsskyrsla${pathOf('staff.absences', language)}/`);
    await expectValidScreen(page, { language, heading: t('absences|title') });
    await screen.button(t('absences|add')).click();
    const dialog = page.getByRole('dialog');
    // Far ahead, and different days in the two languages, which run at the same time.
    const year = String(new Date().getFullYear() + 1);
    const [from, to] = language === 'is' ? ['03-02', '03-06'] : ['03-09', '03-13'];
    await dateField(dialog, t('absences|from')).fill(`${year}-${from}`);
    await dateField(dialog, t('absences|to')).fill(`${year}-${to}`);
    await dialog.getByLabel(t('absences|deputy')).selectOption({ label: katrin });
    await expectValidScreen(page, { language, heading: t('absences|title') });
    await dialog.getByRole('button', { name: t('absences|submit') }).click();
    await expect(dialog).toHaveCount(0);
    const first = formatDate(language, `${year}-${from}`, 'medium');
    const row = page.getByRole('row').filter({ hasText: first });
    await expect(row).toContainText(katrin);
    await row.getByRole('button').click();
    await expect(row).toHaveCount(0);
  });

for (const { language, width } of firstVariant(
  { language: 'is', width: 390 },
  { language: 'en', width: 1280 },
))
  test(`DESK-5: a supervisor has a list of what is overdue with everyone, with a count; other employees do not, ${language}, ${width} px`, async ({
    browser,
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    const screen = workQueueScreen(page, language);
    await screen.signIn('ragna');
    const overdue = (on: Page) => on.getByRole('tab', { name: new RegExp(`^${t('queue|overdue')}`) });
    await expect(overdue(page)).toHaveText(/\d+$/);
    await overdue(page).click();
    await expect(overdue(page)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('table').or(page.getByText(t('queue|overdueEmptyTitle')))).toBeVisible();
    await expectValidScreen(page, { language, heading: t('queue|title') });
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const other = workQueueScreen(await context.newPage(), language);
    await other.signIn('bjarki');
    await expect(other.search).toBeVisible();
    await expect(overdue(context.pages()[0] ?? page)).toHaveCount(0);
    await context.close();
  });
