// The journeys that must work in every engine: in Icelandic, on a phone, using only what a reader presses and sees.
import { fileURLToPath } from 'node:url';
import { addDays, dayOf } from '@hofn/domain';
import { claimForm as claimTexts } from '@hofn/texts/catalogue/is/claim-form.ts';
import { closedAt } from '../../apps/web/src/chat/opening.ts';
import { fetchFooter } from '../../apps/web/src/content/live-footer.ts';
import type { Site } from '../../apps/web/src/content/site.ts';
import { hiddenKeys } from '../../apps/web/src/shell/hidden-popups.ts';
import { people } from '../support/people.ts';
import { addresses, demoPassword } from '../support/system.ts';
import { translate } from '../support/translate.ts';
import type { Customer, Engine } from './engines.ts';
import { expectNoText, expectText, type Reader, waitForTrue, waitUntil } from './reader.ts';

type Journey = (reader: Reader, people: Pick<Engine, 'customer' | 'payer'>) => Promise<void>;

const t = translate.is;
const { claimForm, claimField } = claimTexts;
const { site } = addresses;

/** A text up to its first number or name. */
const startOf = (key: string) =>
  t(key, { position: '{', amount: '{', title: '{', firstName: '{' }).split('{')[0] ?? '';
const startsWith = (key: string) => new RegExp(`^${startOf(key)}`);

const photo = fileURLToPath(new URL('../../apps/web/public/share/is.png', import.meta.url));

/** Confirms a request on the demo phones, found by the code that the page shows, as the phone's owner would. */
const confirmOnPhone = async (code: string): Promise<void> => {
  const { eid } = addresses;
  const path = await waitUntil('the request on the phone', async () => {
    const page = await (await fetch(`${eid}?lang=is`)).text();
    const request = page.split('<li').find((part) => part.includes(`>${code}<`));
    return /action="\/(requests\/[^"]+\/confirm[^"]*)"/.exec(request ?? '')?.[1];
  });
  await fetch(eid + path, { method: 'POST', redirect: 'manual' });
};

/** Opens a screen of My pages, signing in if necessary, with the popups about missing details hidden. */
const openSignedIn = async (reader: Reader, customer: Customer, path = ''): Promise<void> => {
  await reader.open(`${site}um-okkur`);
  const hidden = Object.values(hiddenKeys).map((name) => `sessionStorage.setItem('${name}', 'true');`);
  await reader.run(hidden.join(''));
  await reader.open(`${site}vidskipti/${path}`);
  const heading = await waitUntil('the screen or the sign-in page', () =>
    reader.run<string | undefined>('return document.querySelector("h1")?.innerText || undefined'),
  );
  if (heading !== t('auth|title')) return;
  await reader.fill(t('auth|ssn'), customer.ssn);
  await reader.fill(t('auth|password'), demoPassword);
  await reader.press('button', t('auth|submit'));
};

export const journeys = {
  'a visitor finds a page by searching': async (reader) => {
    await reader.open(`${site}um-okkur`);
    await reader.press('button', t('shell|cookiesRefuse'));
    await expectNoText(reader, t('shell|cookiesRefuse'));
    await reader.press('button', t('shell|menu'));
    await reader.press('button', t('shell|searchPlaceholder'));
    await reader.fill(t('shell|searchPlaceholder'), 'kasko');
    await reader.press('option', /^Kaskótrygging/);
    await waitForTrue(reader, 'return document.querySelector("h1")?.innerText === "Kaskótrygging"');
    await waitForTrue(reader, 'return document.querySelector("dialog[open]") === null');
  },

  'a visitor gets a price': async (reader) => {
    await reader.open(`${site}tryggja/`);
    await reader.press('link', 'Kaskótrygging');
    await reader.fill('Verðmæti bílsins', '3500000');
    await reader.press('label', '5 til 10 ára');
    await reader.press('label', 'Í öðrum þéttbýlisstað');
    await reader.press('label', 'Ekkert');
    await reader.press('button', 'Reikna verð');
    await expectText(reader, /52\.430/);
  },

  'a visitor waits in the chat’s queue with their message, also after a reload, or reads when the chat opens':
    async (reader) => {
      await reader.open(`${site}um-okkur#netspjall`);
      const footer = await fetchFooter(addresses.content, 'is', {} as unknown as Site);
      // Outside opening hours there is no queue: the chat takes a message instead.
      if (closedAt(footer, new Date())) {
        await expectText(reader, startOf('chat|closedUntil'));
        return;
      }
      await reader.fill(t('chat|name'), 'Gestur');
      await reader.fill(t('chat|topic'), 'Rafbill');
      await reader.press('button', t('chat|start'));
      await expectText(reader, startOf('chat|waiting'));
      await expectText(reader, 'Rafbill');
      await reader.fill(t('chat|message'), 'Er einhver laus?');
      await reader.press('button', t('chat|send'));
      await expectText(reader, 'Er einhver laus?');
      await expectNoText(reader, t('chat|sending'));
      await reader.open(`${site}um-okkur`);
      await expectText(reader, 'Er einhver laus?');
      await expectText(reader, startOf('chat|waiting'));
      await reader.press('button', t('chat|end'));
      await reader.press('button', t('chat|endYes'));
      await reader.press('button', t('chat|close'));
    },

  'a visitor files a claim with a photo': async (reader) => {
    await reader.open(`${site}tjonstilkynningar/heimili/#tilkynning`);
    await reader.fill(claimField.reporterName, 'Guðrún Helga Þorsteinsdóttir');
    await reader.fill(claimField.reporterSsn, people.family.ssn);
    await reader.press('button', claimForm.next);
    await reader.press('label', 'Vatn eða leki');
    const [year = '', month = '', day = ''] = addDays(dayOf(new Date()), -5).split('-');
    await reader.fill('Dagur', day);
    await reader.fill('Mánuður', month);
    await reader.fill('Ár', year);
    await reader.fill(claimField.place, 'Hjarðarhagi 24');
    await reader.fill(claimField.description, 'Lögn undir vaski gaf sig.');
    await reader.fill(claimField.phone, '615 0001');
    await reader.fill(claimField.email, 'gestur@example.is');
    await reader.press('button', claimForm.next);
    await reader.press('label', 'Nei');
    await reader.attach(photo);
    await expectText(reader, startOf('claim|fileDone'));
    await reader.press('button', claimForm.next);
    await expectText(reader, 'is.png');
    await reader.press('label', /Upplýsingarnar eru réttar/);
    await reader.press('button', claimForm.submit);
    await expectText(reader, /Tilvísunarnúmer: T-\d{4}-\d{6}/);
  },

  'a customer signs in and reads the overview': async (reader, { customer }) => {
    await openSignedIn(reader, customer);
    await waitForTrue(
      reader,
      `return document.querySelector('main a[href*="/vidskipti/tryggingar/"]') !== null`,
    );
  },

  'a customer signs a document': async (reader, { customer }) => {
    await openSignedIn(reader, customer, 'undirritud-skjol/');
    await reader.press('link', startsWith('signing|openOf'));
    await reader.press('label', t('signing|withApp'));
    await reader.press('button', t('signing|start'));
    await expectText(reader, t('signing|codeHelp'));
    const code = await reader.run<string>(
      'return /^\\d{4}$/m.exec(document.querySelector("dialog:modal").innerText)[0]',
    );
    await confirmOnPhone(code);
    await expectText(reader, t('signing|done'));
  },

  'a customer opens and closes the user menu, and signs out from it': async (reader, { customer }) => {
    await openSignedIn(reader, customer);
    await reader.press('button', /^Notandavalmynd: /);
    await expectText(reader, t('nav|logout'));
    await reader.escape();
    await expectNoText(reader, t('nav|logout'));
    await reader.press('button', /^Notandavalmynd: /);
    await reader.press('button', t('nav|logout'));
    await waitUntil('the public site', async () => ((await reader.address()) === site ? true : undefined));
  },

  'a customer pays an instalment': async (reader, { payer }) => {
    await openSignedIn(reader, payer, 'greidslustada/');
    // On a phone the button is among the details of the instalment.
    await reader.press('button', startsWith('payment|details'));
    await reader.press('button', /^Greiða .+: /);
    await expectText(reader, t('payment|payTitle'));
    await reader.press('button', startsWith('payment|payAmount'));
    await expectText(reader, startOf('payment|paid'));
  },
} as const satisfies Record<string, Journey>;
