// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { click, find, show } from '../testing/show.tsx';
import { FileField } from './FileField.tsx';
import type { UploadedFile } from './FileRow.tsx';

const texts = {
  remove: (name: string) => `Eyða ${name}`,
  cancel: (name: string) => `Hætta við ${name}`,
  retry: 'Reyna aftur',
  progress: (name: string, done: number) => `${name} ${done * 100}%`,
};
const files: UploadedFile[] = [
  { id: 'a', name: 'a.jpg', state: 'done', status: 'Komin' },
  { id: 'b', name: 'b.jpg', state: 'uploading', progress: 0.5, status: 'Sendi' },
  { id: 'c', name: 'c.pdf', state: 'refused', status: 'Rofnaði', canRetry: true },
];
const handlers = () => ({
  onChoose: vi.fn<(chosen: File[]) => void>(),
  onRemove: vi.fn<(id: string) => void>(),
  onRetry: vi.fn<(id: string) => void>(),
});
const field = (on: ReturnType<typeof handlers>, more: object = {}, shown = files) => (
  <FileField
    label="Myndir"
    chooseLabel="Bæta við"
    dropLabel="eða dragðu"
    files={shown}
    texts={texts}
    {...on}
    {...more}
  />
);
const drop = (chosen: File[]) =>
  act(async () => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { files: chosen, types: ['Files'] } });
    find('fieldset').dispatchEvent(event);
  });
const pictures = [new File(['x'], 'x.jpg'), new File(['y'], 'y.jpg')];

test('files that are dropped are chosen: all of them, only one of a single, none when it is full', async () => {
  const on = handlers();
  await show(field(on));
  await drop(pictures);
  expect(on.onChoose).toHaveBeenLastCalledWith(pictures);
  await show(field(on, { isSingle: true }));
  await drop(pictures);
  expect(on.onChoose).toHaveBeenLastCalledWith([pictures[0]]);
  await show(field(on, { isFull: true }));
  await drop(pictures);
  expect(on.onChoose).toHaveBeenCalledTimes(2);
  expect(find<HTMLInputElement>('input').disabled).toBe(true);
});

test('each file shows how far it is; it can be removed, stopped or sent again', async () => {
  const on = handlers();
  await show(field(on));
  expect(find('progress').getAttribute('aria-label')).toBe('b.jpg 50%');
  await click(find('button', 'Hætta við b.jpg'));
  expect(on.onRemove).toHaveBeenLastCalledWith('b');
  await click(find('button', 'Reyna aftur c.pdf'));
  expect(on.onRetry).toHaveBeenLastCalledWith('c');
});

test('when a file is removed the focus goes to the next one, and from the last to the chooser', async () => {
  const on = handlers();
  await show(field(on));
  await click(find('button', 'Eyða a.jpg'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Hætta við b.jpg');
  await show(field(on, {}, files.slice(0, 1)));
  await click(find('button', 'Eyða a.jpg'));
  expect(document.activeElement).toBe(find('input'));
});

test('HOLD-18: files that arrived or were refused are announced, but not progress', async () => {
  await show(field(handlers()));
  expect(find('[role=status]').textContent).toBe('a.jpg: Kominc.pdf: Rofnaði');
});
