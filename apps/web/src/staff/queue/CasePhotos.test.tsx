// @vitest-environment happy-dom
import type { StaffCase } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { createTranslator } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { CaseFiles } from './CaseFiles.tsx';

type Fetched = { params: { id: string; file: string }; query?: { size?: string } };
const { fetched, failing, saved } = vi.hoisted(() => ({
  fetched: [] as string[],
  failing: new Set<string>(),
  saved: [] as string[],
}));
vi.mock('../../session/index.ts', async () => ({
  ...(await import('../../session/api-error.ts')),
  useApi: () => ({
    download: async (_path: string, { params, query }: Fetched) => {
      fetched.push(`${params.file} ${query?.size}`);
      if (failing.has(params.file)) throw new ApiError({ status: 503, errorCode: 'unavailable', body: '' });
      return { name: `${params.file}.jpg`, content: new Blob([params.file]) };
    },
  }),
  useDownload: () => ({ busy: undefined, error: undefined, download: (name: string) => saved.push(name) }),
  useSaveFile: () => ({
    busy: undefined,
    error: undefined,
    saveFile: async (id: string, fetchFile: () => Promise<unknown>) => {
      await fetchFile();
      saved.push(id);
    },
  }),
}));
// Happy DOM decodes no pictures: of `broken` it says what a browser does.
vi.mock('../../uploads/photos/decode-photo.ts', () => ({
  decodePhoto: async (content: Blob) => {
    if ((await content.text()) === 'broken') throw new DOMException('no image', 'InvalidStateError');
    return { width: 400, height: 300, close: () => {} };
  },
}));

const file = (id: string, more: Partial<StaffCase['files'][number]> = {}): StaffCase['files'][number] => ({
  ...{ id, name: `${id}.jpg`, sender: 'Anna', bytes: 1_000_000, received: 1_000_000 },
  ...{ state: 'clean', reason: null, type: 'image/jpeg', addedAt: '2026-11-20T12:00:00Z' },
  ...more,
});
const allFiles = [
  file('kitchen'),
  file('window'),
  file('broken'),
  file('phone', { type: 'image/heic' }),
  file('report', { name: 'skyrsla.pdf', type: 'application/pdf' }),
  file('late', { state: 'checking', type: null }),
  file('text', { state: 'refused', type: null, reason: 'imageUnreadable' }),
];

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly report: (entries: object[]) => void;
      constructor(report: (entries: object[]) => void) {
        this.report = report;
      }
      observe(target: Element) {
        queueMicrotask(() => this.report([{ target, isIntersecting: true }]));
      }
      unobserve() {}
      disconnect() {}
    },
  );
  for (const list of [fetched, saved]) list.length = 0;
  failing.clear();
  localStorage.clear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Waits for what the screen shows when everything has arrived. */
const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    check();
  });
const show = async (language: Language, files = allFiles) => {
  const texts =
    language === 'is'
      ? createTranslator('is', { ...errors, ...shell, ...staff })
      : createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <CaseFiles data={{ id: 'k1', files } as StaffCase} />
      </TextsContext>,
    ),
  );
};
const named = (name: string | RegExp) => {
  const found = [...document.querySelectorAll<HTMLElement>('button, canvas')].find((one) => {
    const label = one.getAttribute('aria-label') ?? one.textContent ?? '';
    return typeof name === 'string' ? label === name : name.test(label);
  });
  if (!found) throw new Error(`nothing is named ${name}: ${document.body.textContent}`);
  return found;
};
const press = async (key: string, target: Element | null = document.querySelector('dialog h2')) => {
  await act(async () => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
};
const openPhoto = async (name: string) => {
  await act(async () => named(name).click());
  // The viewer's code is loaded on demand.
  await eventually(() => expect(document.querySelector('dialog figure')).not.toBeNull());
};
const canvas = () => document.querySelector('canvas');
const drawn = () => eventually(() => expect(canvas()).not.toBeNull());
const alert = () => document.querySelector('figure [role=alert]');
const captions = () => [...document.querySelectorAll('figcaption')].map(({ textContent }) => textContent);
const said = () => document.querySelector('dialog p[role=status]')?.textContent;

test('DESK-8: photos are shown as thumbnails, and what is checked, refused or no photo says so in the list', async () => {
  await show('is');
  await eventually(() => expect(document.querySelectorAll('img[src^="data:image/jpeg"]')).toHaveLength(3));
  expect(fetched).toEqual(['kitchen thumbnail', 'window thumbnail', 'broken thumbnail']);
  const rows = [...document.querySelectorAll('ul:last-of-type > li')].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringContaining('skyrsla.pdf'),
    expect.stringContaining('Í veiruskoðun'),
    expect.stringContaining(errors.errorCode.imageUnreadable),
  ]);
  expect(() => named('Skoða late.jpg')).toThrow();
  await act(async () => named('Sækja skyrsla.pdf').click());
  expect(saved).toEqual(['report']);
});

test('DESK-8: by keyboard a photo is turned, enlarged, moved and followed by the next, each fetched once', async () => {
  await show('en');
  await eventually(() => expect(fetched).toHaveLength(3));
  fetched.length = 0;
  await openPhoto('View kitchen.jpg');
  await drawn();
  expect(captions()).toEqual(['kitchen.jpg1 of 4']);
  expect(named('kitchen.jpg').getAttribute('role')).toBe('img');
  expect([canvas()?.width, canvas()?.height]).toEqual([400, 300]);
  await press('r');
  expect([canvas()?.width, canvas()?.height, said()]).toEqual([300, 400, 'Turned by 90°']);
  await press('+');
  expect(said()).toBe('Zoom 150%');
  // An enlarged photo is moved, and stays.
  await press('ArrowRight');
  expect(captions()).toEqual(['kitchen.jpg1 of 4']);
  await press('0');
  await press('ArrowRight');
  expect([captions(), said()]).toEqual([['window.jpg2 of 4'], 'window.jpg, 2 of 4']);
  await press('ArrowLeft');
  expect(captions()).toEqual(['kitchen.jpg1 of 4']);
  await drawn();
  expect(fetched).toEqual(['kitchen whole', 'window whole']);
  await act(async () => named('Download kitchen.jpg').click());
  expect([saved, fetched.length]).toEqual([['kitchen'], 2]);
});

test('DESK-8: two photos are compared, and the controls work on the chosen one', async () => {
  await show('is');
  await openPhoto('Skoða kitchen.jpg');
  await press('c');
  expect(captions()).toEqual(['kitchen.jpg1 af 4', 'window.jpg2 af 4 · Valin']);
  await eventually(() => expect(document.querySelectorAll('canvas')).toHaveLength(2));
  expect(named('Bera saman').getAttribute('aria-pressed')).toBe('true');
  const choose = [...document.querySelectorAll<HTMLElement>('figcaption button')];
  await act(async () => choose[0]?.click());
  expect(captions()).toEqual(['kitchen.jpg1 af 4 · Valin', 'window.jpg2 af 4']);
  await press('c');
  expect(captions()).toEqual(['kitchen.jpg1 af 4']);
});

test('DESK-8: a file that is no photo says so and can be downloaded, a HEIC photo says why, and a failed fetch is retried', async () => {
  await show('is');
  await openPhoto('Skoða broken.jpg');
  await eventually(() => expect(alert()?.textContent).toContain('Ekki er hægt að sýna skrána'));
  await act(async () => alert()?.querySelector('button')?.click());
  expect(saved).toEqual(['broken']);
  failing.add('phone');
  await press('ArrowRight');
  await eventually(() => expect(alert()?.textContent).toContain('Ekki tókst að sækja myndina'));
  failing.clear();
  await act(async () => named('Reyna aftur').click());
  await drawn();
  expect(captions()).toEqual(['phone.jpg4 af 4']);
});

test('DESK-2, DESK-8: single keys that are switched off do nothing in the viewer, and Escape closes it', async () => {
  localStorage.setItem('hofn.desk.keys', 'off');
  await show('is', [file('kitchen')]);
  await openPhoto('Skoða kitchen.jpg');
  await drawn();
  await press('r');
  expect(canvas()?.width).toBe(400);
  expect(() => named('Bera saman')).toThrow();
  await act(async () =>
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })),
  );
  expect(document.querySelector('dialog')).toBeNull();
});
