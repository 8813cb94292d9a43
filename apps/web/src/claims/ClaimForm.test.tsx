// @vitest-environment happy-dom
import { type ClaimForm as Answers, type ClaimLine, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { createTranslator } from '@hofn/texts';
import { claimForm as claimFormEn } from '@hofn/texts/catalogue/en/claim-form.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../engine/App.tsx';
import { TextsContext } from '../engine/texts.ts';
import { MoreTexts } from '../parts/MoreTexts.tsx';
import { ApiError } from '../session/api-error.ts';
import { ClaimForm, Thanks } from './ClaimForm.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
const formTexts = createTranslator('is', claimForm);
const languages = {
  is: { texts, formTexts },
  en: {
    texts: createTranslator('en', { ...shellEn, ...portalEn }),
    formTexts: createTranslator('en', claimFormEn),
  },
};
const shown = { links: { newTabPaths: [] } } as never;
let language: keyof typeof languages = 'is';
let line: ClaimLine = 'home';
const filled: Answers = {
  ...emptyClaimForm,
  dateOfLoss: '2026-11-20',
  place: 'Skúlagata 4',
  causes: ['water'],
  description: 'Vatn lak úr uppþvottavél.',
  email: 'gudrun@example.is',
  phone: '560 5000',
  details: { police: 'no' },
};
const uploads = { files: [], ids: [], isSettled: true } as never;

let root: Root;
const onFile = vi.fn<(declaration: boolean) => Promise<void>>();
const Screen = ({ initial, firstStep, error }: { initial: Answers; firstStep: number; error?: ApiError }) => {
  const [answers, setAnswers] = useState(initial);
  const [step, setStep] = useState(firstStep);
  return (
    <TextsContext value={languages[language].texts}>
      <MoreTexts texts={languages[language].formTexts}>
        <ShownContext value={shown}>
          <ClaimForm
            entry={{ line, answers: [answers, setAnswers], step, setLine: () => {}, setStep }}
            today="2026-11-23"
            kennitala={{ checkDigit: 'strict', allowTestIds: false }}
            uploads={uploads}
            firstStepFields={() => null}
            firstStepItems={() => []}
            filing={error ? { state: 'failed', error } : { state: 'idle', error: undefined }}
            onFile={onFile}
            aside={null}
          />
        </ShownContext>
      </MoreTexts>
    </TextsContext>
  );
};
const show = (firstStep: number, initial: Answers, error?: ApiError) =>
  act(async () => root.render(<Screen firstStep={firstStep} initial={initial} {...(error && { error })} />));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  language = 'is';
  line = 'home';
  onFile.mockReset().mockResolvedValue();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const field = (path: string): HTMLInputElement => {
  const element = document.getElementById(`tjon-${path.replaceAll('.', '-')}`);
  if (!element) throw new Error(`no field ${path}`);
  return element as HTMLInputElement;
};
const errorAt = (path: string) =>
  document.getElementById(`${field(path).id}-error`)?.textContent?.trim() || undefined;
const type = (path: string, text: string) =>
  act(async () => {
    const element = field(path);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (name: string) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent?.trim() === name,
    );
    if (!button) throw new Error(`no button ${name}`);
    button.click();
  });
const heading = () => document.querySelector('h1')?.textContent;

test('FORM-5: a step cannot be left with errors, which the summary lists; steps not reached show none', async () => {
  await show(2, emptyClaimForm);
  expect(errorAt('place')).toBeUndefined();
  await press(formTexts('claimForm|next'));
  expect(heading()).toBe(formTexts('claimForm|step2'));
  const summary = document.querySelector('[role=alert]');
  expect(document.activeElement).toBe(summary);
  expect([...(summary?.querySelectorAll('a') ?? [])].map(({ hash }) => hash)).toEqual(
    ['dateOfLoss', 'place', 'causes', 'description', 'email', 'phone'].map((path) => `#tjon-${path}`),
  );
});

test('FORM-7: an error from the API opens its step and stays at its field until the field changes; the step can then be left', async () => {
  const error = new ApiError({
    status: 400,
    errorCode: 'invalidInput',
    errors: { 'form.place': ['Staðurinn er ekki til'] },
  });
  await show(4, filled, error);
  expect(heading()).toBe(formTexts('claimForm|step2'));
  expect(errorAt('place')).toBe('Staðurinn er ekki til');
  expect(document.querySelector('[role=alert] a')?.textContent).toBe('Staðurinn er ekki til');
  await type('place', 'Skúlagata 5');
  expect(errorAt('place')).toBeUndefined();
  await press(formTexts('claimForm|next'));
  expect(heading()).toBe(formTexts('claimForm|step3'));
});

test.each([
  ['is', '180.000', '45.000', 'kr.', '180.000\u00a0kr.', 'Hjálmur, 45.000\u00a0kr.'],
  ['en', '180,000', '45,000', 'ISK', 'ISK\u00a0180,000', 'Hjálmur, ISK\u00a045,000'],
] as const)(
  'LANG-8: %s: amounts are in the words of the language, beside their fields and in the review',
  async (...[code, estimatedAmount, price, unit, estimate, item]) => {
    language = code;
    const answers = { ...filled, estimatedAmount, items: [{ item: 'Hjálmur', year: '', price }] };
    await show(3, answers);
    for (const path of ['estimatedAmount', 'items.0.price'])
      expect(field(path).parentElement?.textContent).toContain(unit);
    await act(async () => root.render(null));
    await show(4, answers);
    const values = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
    expect(values).toEqual(expect.arrayContaining([estimate, item]));
  },
);

test.each([
  ['is', '/personuvernd', 'Nánar í persónuverndaryfirlýsingunni'],
  ['en', '/en/privacy', 'More in our privacy notice'],
] as const)(
  'FORM-1: %s: the review leads to the privacy notice, over the form where it can be',
  async (code, path, name) => {
    language = code;
    await show(4, filled);
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name);
    expect(link?.getAttribute('href')).toMatch(new RegExp(`${path}/?$`));
    expect(link?.dataset.modal).toBe('');
  },
);

test('LIFE-14: the windscreen form begins with that the workshop can report it, and no other form does', async () => {
  const said = formTexts('claimForm|windscreenShop');
  await show(2, filled);
  expect(document.body.textContent).not.toContain(said);
  line = 'windscreen';
  await act(async () => root.render(null));
  await show(2, { ...filled, causes: [] });
  expect(document.body.textContent).toContain(said);
});

test('LIFE-14: a stolen bicycle is asked about its frame, and its theft is for the police; another loss is not', async () => {
  await show(2, { ...filled, causes: ['water'] });
  expect(document.body.textContent).not.toContain(formTexts('claimForm|reportTheft'));
  await act(async () => field('causes.bicycle').click());
  expect(document.body.textContent).toContain(formTexts('claimForm|reportTheft'));
  await press(formTexts('claimForm|next'));
  expect(field('details.frameNumber')).not.toBeNull();
  // A bicycle is often stolen without a burglary.
  expect(document.body.textContent).toContain('Lögregluskýrsla vegna þjófnaðar');
  await act(async () => root.render(null));
  await show(3, { ...filled, causes: ['water'] });
  expect(document.getElementById('tjon-details-frameNumber')).toBeNull();
});

test('LIFE-14: after a theft on a trip, the police report is among the documents; the place of loss is not filled in with an address', async () => {
  await show(2, filled);
  expect(field('place').autocomplete).toBe('off');
  await act(async () => root.render(null));
  line = 'travel';
  await show(3, { ...filled, causes: ['theft'] });
  expect(document.body.textContent).toContain(formTexts('claimDocument|travel.theft'));
  await act(async () => root.render(null));
  await show(3, { ...filled, causes: ['delay'] });
  expect(document.body.textContent).not.toContain(formTexts('claimDocument|travel.theft'));
});

test('LIFE-14: the receipt of a theft says to tell the police unless they know, and only what is left is kept', async () => {
  const shown = async (causes: string[], details = {}) => {
    await act(async () =>
      root.render(
        <MoreTexts texts={formTexts}>
          <Thanks reference="T-2026-100002" line="home" causes={causes} details={details}>
            {null}
          </Thanks>
        </MoreTexts>,
      ),
    );
    return document.body.textContent ?? '';
  };
  const [theft, keep] = [formTexts('claimForm|reportTheft'), formTexts('claimForm|thanksKeep')];
  expect(await shown(['bicycle'])).toContain(theft);
  expect(await shown(['bicycle'], { police: 'yes' })).not.toContain(theft);
  expect(await shown(['bicycle'])).not.toContain(keep);
  expect(await shown(['water'])).toContain(keep);
  expect(await shown(['water'])).not.toContain(theft);
});

test('DATA-9: filing with an error in an earlier step goes back to that step, and nothing is filed', async () => {
  await show(4, { ...filled, phone: '' });
  await act(async () => field('declaration').click());
  await press(formTexts('claimForm|submit'));
  expect(heading()).toBe(formTexts('claimForm|step2'));
  expect(errorAt('phone')).toBe(formTexts.find('claimFault|requiredPhone'));
  expect(onFile).not.toHaveBeenCalled();
  await type('phone', '5605000');
  await press(formTexts('claimForm|next'));
  await press(formTexts('claimForm|next'));
  await press(formTexts('claimForm|submit'));
  expect(onFile).toHaveBeenCalledExactlyOnceWith(true);
});
