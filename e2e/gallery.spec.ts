import type { Page } from '@playwright/test';
import { en } from '../packages/ui/gallery/words/en.ts';
import { is } from '../packages/ui/gallery/words/is.ts';
import { type Bundle, bundle, openBundle } from './support/bundle.ts';
import { expect, findAxeViolations, test } from './support/test.ts';

const labels = { is, en };

let files: Bundle;
test.beforeAll(async () => {
  files = await bundle(new URL('../packages/ui/gallery/main.tsx', import.meta.url));
});

const open = async (page: Page, language: 'is' | 'en' = 'is', density = 'comfortable') => {
  await openBundle(page, files, `?language=${language}&density=${density}`);
  await expect(page.getByRole('heading', { level: 1, name: labels[language].title })).toBeVisible();
  await expect(page.locator('main > section')).toHaveCount(Object.keys(is.parts).length);
};

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('UI-6: axe, as configured here, finds each kind of fault, also in a part of a page', async ({
  page,
}) => {
  await page.setContent(`<title>x</title><html lang="is"><main><h1>x</h1><img src="data:,">
    <p style="color:#999;background:#fff">pale</p><p><button style="width:10px;height:10px"></button></p></main>`);
  const rules = (found: string[]) => found.map((line) => line.split(':')[0]);
  expect(rules(await findAxeViolations(page))).toEqual(
    expect.arrayContaining(['image-alt', 'color-contrast', 'button-name']),
  );
  expect(rules(await findAxeViolations(page, 'p:last-child'))).toEqual(['button-name']);
});

const looks = [
  { language: 'is', colorScheme: 'light' },
  { language: 'en', colorScheme: 'dark' },
] as const;
for (const { language, colorScheme } of looks) {
  test(`UI-6: axe finds no violations in any state of any component, ${language}, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, language);
    expect(await findAxeViolations(page)).toEqual([]);
    const w = labels[language];
    await page.getByRole('button', { name: w.form.send, exact: true }).click();
    await page.getByRole('button', { name: w.overlays.toast }).click();
    await page.getByRole('button', { name: w.overlays.revoke }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findAxeViolations(page, 'dialog')).toEqual([]);
    await page.keyboard.press('Escape');
    await page
      .getByRole('region', { name: w.parts.overlays })
      .getByRole('button', { name: w.overlays.actions })
      .click();
    await expect(page.getByRole('link', { name: w.overlays.certificate })).toBeVisible();
    expect(await findAxeViolations(page, '#overlays')).toEqual([]);
    expect(await findAxeViolations(page, '#form')).toEqual([]);
  });
}

for (const [language, density] of [
  ['is', 'comfortable'],
  ['en', 'compact'],
] as const) {
  test(`no component is wider than the narrowest phone, even with text at double size, ${language}, ${density}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open(page, language, density);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: labels[language].form.send, exact: true }).click();
    await page.getByRole('button', { name: labels[language].overlays.revoke }).click();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    // The reader's own font size, which the layout's breakpoints follow.
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await measureOverflow(page), `at ${width} px`).toBeLessThanOrEqual(0);
    }
    // The next test has the same page, and Playwright does not know of this.
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  });
}

for (const { language, colorScheme } of looks) {
  test(`WCAG 2.5.8: in the compact density axe finds no violations, targets are at least 24 px, and text at least 14 px, ${language}, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, language, 'compact');
    expect(await findAxeViolations(page)).toEqual([]);
    const controls = page.locator(
      'main :is(button, input:not([type=file]), select, textarea, summary):visible',
    );
    const sizes = await controls.evaluateAll((all) =>
      all.map((control) => {
        // The label of a checkbox or a radio button is its target.
        const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
        return { name: control.outerHTML.slice(0, 90), least: Math.min(width, height) };
      }),
    );
    expect(sizes.length).toBeGreaterThan(60);
    expect(sizes.filter(({ least }) => least < 24)).toEqual([]);
    const small = await page.locator('main :not(svg *)').evaluateAll((all) =>
      all
        .filter(({ childNodes }) =>
          [...childNodes].some(
            ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
          ),
        )
        .map((element) => ({
          text: element.textContent,
          size: Number.parseFloat(getComputedStyle(element).fontSize),
        }))
        .filter(({ size }) => size < 14),
    );
    expect(small).toEqual([]);
  });
}

test('a subtree chooses its density: rows, type and targets, also one inside the other', async ({ page }) => {
  await open(page);
  const heightOf = async (density: string) =>
    (await page.locator(`#density [data-density=${density}] input`).first().boundingBox())?.height ?? 0;
  expect(await heightOf('comfortable')).toBeGreaterThanOrEqual(44);
  expect(await heightOf('compact')).toBeLessThan(40);
  const inner = page.locator('#density [data-density=compact] [data-density=comfortable] button');
  expect((await inner.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(inner).toHaveCSS('font-size', '16px');
});

test('in forced colours every control has an edge, and selected differs from unselected; print shows no buttons, file chooser or toasts; nothing moves with reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const widths = await page
    .locator('main :is(button, input, select, textarea):visible')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.matches('[class*=_button]:not([class*=_text]), [class*=_input]'))
        .map((control) => Number.parseFloat(getComputedStyle(control).borderTopWidth)),
    );
  expect(widths.length).toBeGreaterThan(20);
  expect(Math.min(...widths)).toBeGreaterThan(0);
  const edge = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  expect(await edge(is.table.given)).not.toBe(await edge(is.table.received));
  expect(await findAxeViolations(page)).toEqual([]);
  await open(page, 'en', 'compact');
  expect(await findAxeViolations(page)).toEqual([]);
  await open(page);

  await page.emulateMedia({ forcedColors: 'none' });
  await expect(page.getByRole('button', { name: is.buttons.send }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of [
    page.getByRole('button', { name: is.buttons.send }).first(),
    page.getByText(is.files.choose).first(),
    page.getByText(is.messages.failed),
    page.getByRole('navigation', { name: is.navigation.pages }),
  ])
    await expect(hidden).toBeHidden();
  await expect(page.getByText(is.timeline.inspectedText)).toBeVisible();

  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
  await expect(page.locator('[aria-busy]').first()).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('dialog: focus starts on the heading, stays inside and returns to the button; menu: arrow keys move through it, Escape returns, and a choice closes it', async ({
  page,
}) => {
  await open(page);
  const button = page.getByRole('button', { name: is.overlays.revoke });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: is.overlays.question });
  await expect(dialog.getByRole('heading')).toBeFocused();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    // The browser's own buttons follow the page's last tab stop; the page sees them as the body.
    const inside = await page.evaluate(() =>
      [document.body, ...document.querySelectorAll('dialog *')].includes(
        document.activeElement ?? document.body,
      ),
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  // The cross and the buttons also close it.
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: is.overlays.closeWindow }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  const opener = page
    .getByRole('region', { name: is.parts.overlays })
    .getByRole('button', { name: is.overlays.actions });
  const change = page.getByRole('button', { name: is.overlays.change });
  await opener.focus();
  await page.keyboard.press('ArrowDown');
  await expect(change).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('link', { name: is.overlays.claims })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: is.overlays.certificate })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = await page.getByRole('list').filter({ has: change }).boundingBox();
  const box = await opener.boundingBox();
  if (!menu || !box) throw new Error('both are on the screen');
  expect(Math.abs(menu.x - box.x), 'its edge is that of its button').toBeLessThan(2);
  expect(menu.y >= box.y + box.height || menu.y + menu.height <= box.y, 'it does not cover it').toBe(true);
  await change.click();
  await expect(change).toBeHidden();
  await expect(page.locator('output')).toHaveText(is.overlays.change);
});

test('tabs: a single tab stop, with arrow keys, Home and End between tabs; table: the sorted column says so, and a phone sorts from a list', async ({
  page,
}) => {
  await open(page);
  const [given, received] = [is.table.given, is.table.received].map((name) =>
    page.getByRole('tab', { name }),
  );
  if (!given || !received) throw new Error('there are two tabs');
  await given.focus();
  await page.keyboard.press('ArrowRight');
  await expect(received).toBeFocused();
  await expect(received).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: is.table.received })).toHaveText(is.table.nobody);
  await page.keyboard.press('ArrowRight');
  await expect(given).toBeFocused();
  await page.keyboard.press('End');
  await expect(received).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tabpanel')).toContainText(is.table.longName);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab').and(page.locator(':focus'))).toHaveCount(0);
  await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1);

  await given.click();
  const table = page.getByRole('table', { name: is.table.given });
  const name = table.getByRole('columnheader', { name: is.table.name });
  const fee = table.getByRole('columnheader', { name: is.table.fee });
  const first = table.getByRole('rowheader').first();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toHaveText(/^Ásta/);
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toHaveText(/^Ævar/);
  await fee.getByRole('button').press('Enter');
  await expect(fee).toHaveAttribute('aria-sort', 'ascending');
  await expect(name).not.toHaveAttribute('aria-sort');
  await expect(first).toHaveText(is.table.longName);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByLabel(is.table.sortBy).selectOption(`${is.table.fee}, ${is.table.descending}`);
  await expect(first).toHaveText(/^Ásta/);
});

test('fields: input is reformatted when the field is left, a password is shown on request, and a long text is counted but not cut; form: the summary gets the focus, links to the fields, and matches their messages', async ({
  page,
}) => {
  await open(page);
  const fields = page.getByRole('region', { name: is.parts.fields });
  const fillAndLeave = async (label: string, text: string, shown: string) => {
    const field = fields.getByLabel(label).first();
    await field.fill(text);
    await field.press('Tab');
    await expect(field).toHaveValue(shown);
  };
  await fillAndLeave(is.fields.ssn, '120174 1429', '120174-1429');
  await fillAndLeave(is.fields.ssn, ' 1201 741429', '120174-1429');
  await fillAndLeave(is.fields.ssn, '12017', '12017');
  await fillAndLeave(is.fields.homePhone, '560-5000', '560 5000');
  await fillAndLeave(is.fields.homePhone, '12', '12');
  await fillAndLeave(is.fields.value, '1500000', '1.500.000');
  await fillAndLeave(is.fields.value, '1,500,000 kr.', '1.500.000');
  await fillAndLeave(is.fields.value, '12,5', '12,5');

  const password = page.getByLabel(is.fields.password, { exact: true });
  const show = page.getByRole('button', { name: is.fields.showPassword });
  await password.fill('sjóvarnargarður');
  await expect(password).toHaveAttribute('type', 'password');
  await show.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  const description = page.getByLabel(is.fields.description).first();
  await description.fill('a'.repeat(1005));
  await expect(description).toHaveValue('a'.repeat(1005));
  await expect(description).toHaveAccessibleDescription(/1\.005\/999/);

  const form = page.getByRole('region', { name: is.parts.form, exact: true });
  await form.getByRole('button', { name: is.form.send, exact: true }).click();
  const summary = form.getByRole('alert', { name: is.form.title });
  await expect(summary).toBeFocused();
  for (const [message, field] of [
    [is.form.nameError, form.getByLabel(is.form.name)],
    [is.form.mobileError, form.getByLabel(is.fields.mobile)],
    [is.form.paymentMethodError, form.getByLabel(is.choices.card)],
  ] as const) {
    await summary.getByRole('link', { name: message }).click();
    await expect(field).toBeFocused();
    await expect(form.getByText(message)).toHaveCount(2);
  }
  await expect(form.getByLabel(is.fields.mobile)).toHaveAccessibleDescription(is.form.mobileError);
  await form.getByLabel(is.form.name).fill('Guðrún');
  await expect(summary.getByRole('link')).toHaveCount(2);
  await expect(form.getByLabel(is.form.name)).toBeFocused();
  // A form that stores its fields' values gets the reformatted value too.
  const mobile = form.getByLabel(is.fields.mobile);
  await mobile.fill('8612345');
  await mobile.press('Tab');
  await expect(mobile).toHaveValue('861 2345');
});

test('files: chosen by keyboard or dropped, each can be removed, and the focus stays nearby', async ({
  page,
}) => {
  await open(page);
  const part = page.getByRole('region', { name: is.parts.files });
  const list = part.getByRole('list', { name: is.files.label });
  const input = part.getByLabel(is.files.choose).first();
  await expect(list.getByRole('listitem')).toHaveCount(5);
  const chooser = page.waitForEvent('filechooser');
  await input.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'reikningur.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(list.getByRole('listitem').last()).toContainText('reikningur.pdf');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'mynd.jpg', { type: 'image/jpeg' }));
    return data;
  });
  await part.getByText(is.files.drop).first().dispatchEvent('drop', { dataTransfer: dropped });
  await expect(list.getByRole('listitem').last()).toContainText('mynd.jpg');
  await list.getByRole('button', { name: is.files.cancel('mynd.jpg') }).click();
  await expect(list.getByRole('listitem')).toHaveCount(6);
  await expect(list.getByRole('button', { name: is.files.cancel('reikningur.pdf') })).toBeFocused();
  await list.getByRole('button', { name: is.files.retry }).click();
  await expect(list.getByText(is.files.broken)).toHaveCount(0);
  await expect(part.getByRole('status').first()).toContainText(is.files.tooLarge);
  for (const button of await list
    .getByRole('button')
    .all()
    .then((all) => all.map(() => list.getByRole('button').first())))
    await button.click();
  await expect(list).toHaveCount(0);
  await expect(input).toBeFocused();
});

test('UI-4: a closed notification does not return during the visit', async ({ page, context }) => {
  await open(page);
  const storm = page.getByText(is.messages.storm);
  await expect(storm).toBeVisible();
  await page
    .locator('div')
    .filter({ has: storm })
    .last()
    .locator('xpath=ancestor::div[button or .//button][1]')
    .getByRole('button', { name: is.close })
    .click();
  await expect(storm).toHaveCount(0);
  await open(page);
  await expect(page.getByText(is.messages.closedDays)).toBeVisible();
  await expect(storm).toHaveCount(0);
  // It returns in a new visit.
  const visit = await context.newPage();
  await open(visit);
  await expect(visit.getByText(is.messages.storm)).toBeVisible();
});
