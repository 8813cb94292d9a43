// @vitest-environment happy-dom
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormLabels } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';
import { DeclaredForm, type SubmittedForm } from './DeclaredForm.tsx';
import { formDocument } from './testing.ts';

vi.mock('../../session/settings.ts', () => ({ apiAddress: async (path: string) => `/base${path}` }));

const fetchMock = vi.fn<(address: string, request?: RequestInit) => Promise<Response>>();
const onSubmitted = vi.fn<(taken: SubmittedForm) => void>();
let root: Root;
let labels: FormLabels;

const show = async (kind: FormKind, language: Language = 'is') => {
  const document = await formDocument(kind, language);
  labels = document.labels;
  await act(async () =>
    root.render(
      <DeclaredForm
        document={document}
        language={language}
        renderLink={() => null}
        onSubmitted={onSubmitted}
      />,
    ),
  );
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', fetchMock);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onSubmitted.mockReset();
  fetchMock
    .mockReset()
    .mockImplementation(async (address) =>
      address.startsWith('/base/api/contentConfig')
        ? Response.json({ kennitala: { checkDigit: 'strict', allowTestIds: true } })
        : Response.json({ status: 'received', reference: 'F-2026-100001' }, { status: 201 }),
    );
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const control = (name: string): Control => {
  const element = document.querySelector<Control>(`[name="${name}"]`);
  if (!element) throw new Error(`no field ${name}`);
  return element;
};
const type = (name: string, text: string) =>
  act(async () => {
    const element = control(name);
    element.focus();
    // React overrides the element's `value` setter; use the prototype's setter, as user input does.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text);
    element.dispatchEvent(
      new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  });
const leave = (name: string) => act(async () => control(name).blur());
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const errorOf = (name: string) => document.getElementById(`${control(name).id}-error`)?.textContent?.trim();
const button = () => document.querySelector('button[type=submit]');
const message = () => document.querySelector('em')?.textContent;
const sentRequests = () => fetchMock.mock.calls.filter(([address]) => address.startsWith('/base/api/form'));

const dateInput = (label: string) =>
  [...document.querySelectorAll('label')].find((candidate) => candidate.textContent === label)?.control;

const fill = async () => {
  await type('name', 'Þóra Prófsdóttir');
  await type('email', 'gestur@example.is');
  await type('type', 'Tjónaþjónusta');
  await type('description', 'Hvar er yfirlitið?');
};

test('INQ-1: missing and invalid input shows the page’s messages at each field, and nothing is sent', async () => {
  await show('inquiry');
  await type('email', 'gestur@example');
  expect(errorOf('email')).toBeUndefined();
  await leave('email');
  expect(errorOf('email')).toBe(labels.invalidEmail);
  await type('ssn', '120375-1499');
  await leave('ssn');
  expect(errorOf('ssn')).toBe(labels.invalidSsn);
  await type('description', 'æ'.repeat(1001));
  await submit();
  expect(errorOf('name')).toBe('Skráðu nafnið þitt');
  expect(errorOf('type')).toBe('Veldu tegund erindis');
  expect(errorOf('description')).toBe('Að hámarki 999 stafir. Styttu textann um 2.');
  expect(document.querySelectorAll('[role=alert] li')).toHaveLength(5);
  expect(document.body.textContent).toContain('1001 af 999 stöfum');
  expect(sentRequests()).toEqual([]);
});

test('FORM-1, INQ-2: while sending, the button shows loading and ignores a second press', async () => {
  await show('inquiry');
  await fill();
  const answer = Promise.withResolvers<Response>();
  fetchMock.mockImplementation(() => answer.promise);
  await submit();
  expect(button()?.getAttribute('aria-busy') ?? button()?.getAttribute('aria-disabled')).toBe('true');
  await submit();
  await act(async () => answer.resolve(Response.json({ status: 'received', reference: 'F-2026-100002' })));
  expect(sentRequests()).toHaveLength(1);
  expect(onSubmitted).toHaveBeenCalledExactlyOnceWith({
    reference: 'F-2026-100002',
    email: 'gestur@example.is',
  });
});

test('FORM-1, FORM-9, INQ-2: after a failure the input stays, a message in italics and a retry button appear, and the retry sends the same idempotency key', async () => {
  await show('inquiry');
  await fill();
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await submit();
  expect(button()?.textContent).toContain(labels.retry);
  expect(message()).toBe(labels.submitErrorMessage);
  expect(control('description').value).toBe('Hvar er yfirlitið?');
  await submit();
  const keys = sentRequests().map(([, request]) => new Headers(request?.headers).get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(onSubmitted).toHaveBeenCalledOnce();
});

test.each([
  ['strict', 'reported'],
  ['off', 'no fault'],
] as const)('KT-9: with the setting %s, a wrong check digit is %s', async (checkDigit, expectedError) => {
  const answers = fetchMock.getMockImplementation();
  fetchMock.mockImplementation(async (address, request) =>
    address.startsWith('/base/api/contentConfig')
      ? Response.json({ kennitala: { checkDigit, allowTestIds: true } })
      : (answers?.(address, request) ?? Response.error()),
  );
  await show('inquiry');
  await fill();
  await type('ssn', '120375-1499');
  await submit();
  expect(errorOf('ssn')).toBe(expectedError === 'reported' ? labels.invalidSsn : undefined);
  expect(sentRequests()).toHaveLength(expectedError === 'reported' ? 0 : 1);
});

test('INQ-3, INQ-4: an unknown kennitala, recognised by status and first error, has its own message; any other failure, including a 400, shows the generic message', async () => {
  await show('inquiry');
  await fill();
  const refuse = (status: number, errors: object) =>
    fetchMock.mockImplementation(async () => Response.json({ status, errors }, { status }));
  refuse(400, { FORM: ['The given SSN was not found'] });
  await submit();
  expect(message()).toBe(labels.ssnNotFound);
  expect(errorOf('ssn')).toBe(labels.ssnNotFound);
  refuse(400, { FORM: ['Something else'] });
  await submit();
  expect(message()).toBe(labels.submitErrorMessage);
  refuse(500, {});
  await submit();
  expect(message()).toBe(labels.submitErrorMessage);
  refuse(400, { FORM: ['Annað', 'The given SSN was not found'] });
  await submit();
  expect(message()).toBe(labels.submitErrorMessage);
  refuse(500, { FORM: ['The given SSN was not found'] });
  await submit();
  expect(message()).toBe(labels.submitErrorMessage);
  expect(errorOf('ssn')).toBeUndefined();
});

test('INQ-6: the four types are shown in the user’s language and sent in Icelandic', async () => {
  await show('inquiry', 'en');
  const options = () =>
    [...(control('type') as HTMLSelectElement).options].filter(({ value }) => value !== '');
  expect(options().map(({ value }) => value)).toEqual([
    'Einstaklingsþjónusta',
    'Fyrirtækjaþjónusta',
    'Þjónusta fyrir húsfélög',
    'Tjónaþjónusta',
  ]);
  expect(options().map(({ text }) => text)).not.toContain('Tjónaþjónusta');
  await fill();
  await submit();
  expect(JSON.parse(String(sentRequests()[0]?.[1]?.body))).toMatchObject({ type: 'Tjónaþjónusta' });
});

test('FORM-7: an API error is shown at its field until the field changes, and the input stays', async () => {
  await show('inquiry');
  await fill();
  fetchMock.mockImplementation(async () =>
    Response.json({ errors: { name: ['Annað nafn'] } }, { status: 400 }),
  );
  await submit();
  expect(errorOf('name')).toBe('Annað nafn');
  expect(control('description').value).toBe('Hvar er yfirlitið?');
  await type('name', 'Ari Prófsson');
  expect(errorOf('name')).toBeUndefined();
});

test('FORM-10: the honeypot field is hidden until the API reports it as filled in', async () => {
  await show('inquiry');
  await fill();
  expect(control('website').closest('[aria-hidden=true]')).not.toBeNull();
  await type('website', 'https://vafri.example');
  fetchMock.mockImplementation(async () =>
    Response.json({ errors: { website: ['Láttu þennan reit vera auðan'] } }, { status: 400 }),
  );
  await submit();
  expect(JSON.parse(String(sentRequests()[0]?.[1]?.body))).toMatchObject({
    website: 'https://vafri.example',
  });
  expect(errorOf('website')).toBe('Láttu þennan reit vera auðan');
  expect(control('website').closest('[aria-hidden=true]')).toBeNull();
});

const tick = (value: string, name?: string) =>
  act(async () => {
    const box = `input[value="${value}"]${name ? `[name="${name}"]` : ''}`;
    document.querySelector<HTMLElement>(box)?.click();
  });
const press = (text: string) =>
  act(async () => {
    const element = [...document.querySelectorAll('button')].find(
      (button) => button.textContent?.trim() === text,
    );
    if (!element) throw new Error(`no button ${text}`);
    element.click();
  });

test('FORM-5: rows with their own questions can be added and removed, and an error names its row', async () => {
  await show('opportunityV2');
  await press('Bæta við ökutæki');
  await press('Bæta við ökutæki');
  expect(document.activeElement).toBe(control('vehicles.1.licensePlate'));
  await type('vehicles.1.licensePlate', '!');
  await leave('vehicles.1.licensePlate');
  expect(errorOf('vehicles.1.licensePlate')).toContain('ABC12');
  expect(document.querySelector('[name="vehicles.1.deductible"]')).toBeNull();
  await act(async () => document.querySelector<HTMLElement>('[name="vehicles.1.kasko"][value=yes]')?.click());
  expect(control('vehicles.1.deductible')).toBeTruthy();
  await press('Fjarlægja ökutæki');
  expect(control('vehicles.0.licensePlate').value).toBe('!');
});

test('FORM-7: a removed row takes its API errors with it, and the error of the whole list links to the list', async () => {
  await show('opportunityV2');
  await press('Bæta við ökutæki');
  await press('Bæta við ökutæki');
  fetchMock.mockImplementation(async () =>
    Response.json(
      { errors: { 'vehicles.0.licensePlate': ['Númerið er ekki á skrá'], vehicles: ['Of mörg ökutæki'] } },
      { status: 400 },
    ),
  );
  await type('vehicles.0.licensePlate', 'ABC12');
  await type('vehicles.1.licensePlate', 'DEF34');
  await type('name', 'Þóra Prófsdóttir');
  await type('ssn', '010190-1429');
  await type('email', 'gestur@example.is');
  await type('phone', '5600000');
  await tick('vehicle');
  await tick('yes', 'contactConsent');
  await submit();
  expect(errorOf('vehicles.0.licensePlate')).toBe('Númerið er ekki á skrá');
  const rows = control('vehicles.0.licensePlate').closest('fieldset[aria-describedby]');
  expect(document.getElementById(rows?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Of mörg ökutæki',
  );
  await press('Fjarlægja ökutæki');
  expect(control('vehicles.0.licensePlate').value).toBe('DEF34');
  expect(errorOf('vehicles.0.licensePlate')).toBeUndefined();
});

test('FORM-12: answers to hidden questions are not sent, for example when reporting anonymously', async () => {
  await show('communication');
  await tick('compliment');
  await type('name', 'Þóra Prófsdóttir');
  await type('ssn', '010190-1429');
  await type('email', 'gestur@example.is');
  await type('phone', '5600000');
  await type('description', 'Takk fyrir mig.');
  await tick('yes', 'anonymous');
  await submit();
  const body = JSON.parse(String(sentRequests()[0]?.[1]?.body));
  expect(body).toMatchObject({ anonymous: 'yes' });
  for (const name of ['name', 'ssn', 'email', 'phone']) expect(body).not.toHaveProperty(name);
});

test('FORM-9: a duplicate submission shows its own message and no retry', async () => {
  await show('inquiry');
  await fill();
  fetchMock.mockImplementation(async () =>
    Response.json({ status: 409, errorCode: 'duplicateSubmission', errors: {} }, { status: 409 }),
  );
  await submit();
  expect(message()).toBe(labels.duplicateSubmission);
  expect(button()?.textContent).not.toContain(labels.retry);
});

test('input typed before hydration is kept', async () => {
  const page = await formDocument('inquiry', 'is');
  const { renderToString } = await import('react-dom/server');
  const { hydrateRoot } = await import('react-dom/client');
  const form = (
    <DeclaredForm document={page} language="is" renderLink={() => null} onSubmitted={onSubmitted} />
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(form);
  control('name').value = 'Þóra Prófsdóttir';
  control('type').value = 'Tjónaþjónusta';
  await act(async () => {
    const hydrated = hydrateRoot(container, form);
    await Promise.resolve();
    root.unmount();
    root = hydrated;
  });
  await submit();
  expect(control('name').value).toBe('Þóra Prófsdóttir');
  expect(errorOf('name')).toBeUndefined();
  expect(errorOf('type')).toBeUndefined();
  expect(errorOf('email')).toBe('Skráðu netfangið þitt');
});

test('HOLD-19: a date field has three parts and its own chunk, and an invalid part is named at the field and in the summary', async () => {
  await show('appointmentRequest');
  await vi.waitFor(() => expect(dateInput('Dagur')).toBeDefined());
  expect(document.body.textContent).toContain(`Til dæmis 24 12 ${new Date().getFullYear()}`);
  await type('preferredDate-day', '30.2.2026');
  expect(control('preferredDate-month').value).toBe('2');
  await submit();
  const message = 'Í febrúar 2026 eru aðeins 28 dagar';
  expect(errorOf('preferredDate-day')).toBe(message);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[role=alert] a')];
  const link = links.find((link) => link.textContent === message);
  await act(async () => link?.click());
  expect(document.activeElement).toBe(control('preferredDate-day'));
  await type('preferredDate-year', '');
  expect(errorOf('preferredDate-year')).toBe('Árið vantar');
});

test('HOLD-1, HOLD-19: when the date field cannot be loaded, the date is typed into a single text field', async () => {
  vi.doMock('./day-part.ts', () => {
    throw new Error('no such file');
  });
  vi.resetModules();
  const { DeclaredForm: Fresh } = await import('./DeclaredForm.tsx');
  const document = await formDocument('appointmentRequest', 'is');
  await act(async () =>
    root.render(
      <Fresh document={document} language="is" renderLink={() => null} onSubmitted={onSubmitted} />,
    ),
  );
  await vi.waitFor(() => expect(control('preferredDate')).toBeDefined());
  await type('preferredDate', '5.1.2027');
  await leave('preferredDate');
  expect(control('preferredDate').value).toBe('2027-01-05');
  vi.doUnmock('./day-part.ts');
});
