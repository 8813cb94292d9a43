import { demoAgents } from '@hofn/database/seed/staff.ts';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

const fillIn = async (page: Page, name: string, password: string): Promise<void> => {
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
};

/** Signs in as a customer on a page that has led to the sign-in page. */
export const signIn = async (page: Page, { password }: Product, kennitala: string): Promise<void> => {
  await fillIn(page, kennitala, password);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForURL(({ pathname }) => !pathname.includes('/interaction/'));
};

/** Signs in as a demo employee on a page that has led to the sign-in page: password, then the simulated phone. */
export const signInEmployee = async (
  page: Page,
  { system, password }: Product,
  username: string,
): Promise<void> => {
  const phone = demoAgents.find((agent) => agent.username === username)?.mobilePhone;
  const { phones } = system;
  if (!phone || !phones)
    throw new Error(`${username} cannot sign in: no demo employee, or no simulated phone`);
  await fillIn(page, username, password);
  await page.locator('input[name=called]').fill(phone);
  await page.locator('form[action*=electronic-id] button[type=submit]').click();
  const code = (await page.locator('.code').getAttribute('aria-label'))?.replaceAll(' ', '');
  const requests = (await (await page.request.get(phones)).text()).split('<li class="request">');
  const request = requests.find((item) => item.includes(`>${code}</strong>`));
  const confirm = /action="(\/requests\/[^"]+\/confirm[^"]*)"/.exec(request ?? '')?.[1];
  if (!confirm) throw new Error(`No simulated phone shows the code ${code}`);
  await page.request.post(new URL(confirm.replaceAll('&amp;', '&'), phones).href);
  await page.waitForURL(({ pathname }) => !pathname.includes('/interaction/'));
};
