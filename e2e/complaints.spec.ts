// A complaint from the customer to the register: about a policy that one employee handled, decided by another.
import { dayOf } from '@hofn/domain';
import { complaintDueOn } from '@hofn/domain/complaints.ts';
import { formatDate } from '@hofn/texts';
import { complaintMails as mailsEn } from '@hofn/texts/catalogue/en/complaints.ts';
import { complaintMails as mailsIs } from '@hofn/texts/catalogue/is/complaints.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const katrin = 'Katrín Ósk Einarsdóttir';
const bjarki = 'Bjarki Freyr Sigurðsson';

for (const { language, width, place } of firstVariant(
  { language: 'is', width: 390, place: 1 },
  { language: 'en', width: 1280, place: 2 },
))
  test(`RIGHT-2: a complaint about what one employee handled is refused to them and decided by another, the customer reads the letter, and the register has it, ${language}, ${width} px`, async ({
    browser,
    page,
  }) => {
    test.slow();
    const t = translate[language];
    const subject = `Um trygginguna ${crypto.randomUUID().slice(0, 8)}`;
    const text = `Mér var svarað seint og illa, ${crypto.randomUUID().slice(0, 8)}.`;
    await page.setViewportSize({ width, height: 900 });

    // A message about a policy, which Bjarki takes.
    const base = `${addresses.origin}/arsskyrsla`;
    await openSignedIn(page, language, people.family.ssn, `${base}${pathOf('portal.memo', language)}/`);
    await page.getByLabel(t('documents|memoSubject'), { exact: true }).fill(subject);
    const policies = page.locator('select[name=policyId]');
    await expect(policies.locator('option').nth(place)).toBeAttached();
    const policy = (await policies.locator('option').nth(place).getAttribute('value')) ?? '';
    await policies.selectOption(policy);
    await page.locator('textarea[name=text]').fill('Nær hún yfir rúðuna?');
    await page.getByRole('button', { name: t('documents|memoSend'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('documents|memoSentTitle') })).toBeVisible();
    const bjarkis = await browser.newContext({ serviceWorkers: 'block' });
    const bjarkisPage = await bjarkis.newPage();
    const desk = workQueueScreen(bjarkisPage, language);
    await desk.signIn('bjarki');
    await desk.openCase(subject);
    await desk.button(t('queue|take')).click();
    await expect(desk.button(t('queue|release'))).toBeVisible();

    // The customer complains about the same policy: what is missing is named, and the receipt says when and by whom.
    await page.goto(`${base}${pathOf('portal.complaint', language)}/`);
    await expectValidScreen(page, { language, heading: t('complaint|title') });
    await page.getByRole('button', { name: t('complaint|send'), exact: true }).click();
    await expect(page.getByText(t('complaint|textMissing')).first()).toBeVisible();
    await page.locator('select[name=subjectId]').selectOption(`policy ${policy}`);
    await page.locator('textarea[name=text]').fill(text);
    await page.locator('textarea[name=wishes]').fill('Afsökunarbeiðni');
    await page.getByRole('button', { name: t('complaint|send'), exact: true }).click();
    await expect(page.getByRole('heading', { name: t('complaint|sentTitle') })).toBeVisible();
    const reference = /K-\d{4}-\d{6}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? '';
    expect(reference).not.toBe('');
    const due = formatDate(language, complaintDueOn(dayOf(new Date())));
    await expect(page.getByText(t('complaint|sentDue', { date: due }), { exact: true })).toBeVisible();
    await expect(page.getByText(t('complaint|sentWho'))).toBeVisible();
    await expectValidScreen(page, { language, heading: t('complaint|title') });

    // Bjarki reads it, and may do nothing with it.
    await bjarkisPage.goto(`${addresses.staffOrigin}/arsskyrsla${pathOf('staff.queue', language)}/`);
    await desk.openCase(reference);
    await expect(bjarkisPage.getByText(t('complaintCase|handledTitle'))).toBeVisible();
    await expect(bjarkisPage.getByText(bjarki).first()).toBeVisible();
    await expect(desk.button(t('queue|take'))).toHaveCount(0);
    await expect(desk.button(t('complaintCase|decide'))).toHaveCount(0);
    await bjarkis.close();

    // Katrín decides it, and reads the letter before it is sent.
    const katrins = await browser.newContext({ serviceWorkers: 'block' });
    const katrinsPage = await katrins.newPage();
    await katrinsPage.setViewportSize({ width, height: 900 });
    const reviewer = workQueueScreen(katrinsPage, language);
    await reviewer.signIn('katrin');
    await reviewer.openCase(reference);
    await reviewer.button(t('complaintCase|decide')).click();
    await katrinsPage.getByLabel(t('complaintOutcome|partlyUpheld'), { exact: true }).check();
    await katrinsPage.getByLabel(t('complaintCase|cause'), { exact: true }).selectOption('handlingTime');
    const reasons = 'Við áttum að svara fyrr og biðjumst afsökunar.';
    await katrinsPage.locator('textarea[name=text]').first().fill(reasons);
    await expectValidScreen(katrinsPage, { language, heading: /: Guðrún Helga/ });
    await reviewer.button(t('complaintCase|preview')).click();
    const preview = katrinsPage.getByRole('dialog');
    await expect(preview.getByText(reasons)).toBeVisible();
    await expect(
      preview.getByText((language === 'is' ? mailsIs : mailsEn).complaintLetter.committeeFee),
    ).toBeVisible();
    await expectValidScreen(katrinsPage, { language, heading: /: Guðrún Helga/ });
    await preview.getByRole('button', { name: t('complaintCase|confirm'), exact: true }).click();
    await expect(preview).toHaveCount(0);
    await expect(katrinsPage.getByText(t('complaintCase|sentLetter'), { exact: true })).toBeVisible();
    await katrins.close();

    // The customer reads the outcome, who decided and the letter.
    await page.goto(`${base}${pathOf('portal.matters', language)}/`);
    const matter = page.getByRole('listitem').filter({ hasText: reference });
    await expect(matter.getByText(reasons)).toBeVisible();
    const outcome = `${t('complaint|outcome')}: ${t('complaintOutcome|partlyUpheld')}`;
    await expect(matter.getByText(outcome)).toBeVisible();
    await expect(matter.getByText(katrin).first()).toBeVisible();
    await expectValidScreen(page, { language, heading: t('matters|title') });

    // The register has it.
    const ragnas = await browser.newContext({ serviceWorkers: 'block' });
    const ragnasPage = await ragnas.newPage();
    await ragnasPage.setViewportSize({ width, height: 900 });
    await workQueueScreen(ragnasPage, language).signIn('ragna');
    await ragnasPage.goto(`${addresses.staffOrigin}/arsskyrsla${pathOf('staff.complaints', language)}/`);
    await expectValidScreen(ragnasPage, { language, heading: t('complaintRegister|title') });
    const row = ragnasPage.getByRole('row').filter({ hasText: reference });
    await expect(row).toContainText(t('complaintOutcome|partlyUpheld'));
    await expect(row).toContainText(t('complaintCause|handlingTime'));
    await ragnas.close();
  });
