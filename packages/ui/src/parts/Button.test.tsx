// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, find, show } from '../testing/show.tsx';
import { Button, buttonClass } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test('a button acts once for each click', async () => {
  const onClick = vi.fn<() => void>();
  await show(<Button onClick={onClick}>Send</Button>);
  await click(find('button'));
  await click(find('button'));
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('UI-3: while loading it neither acts nor sends its form, and keeps the focus', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  await show(
    <form onSubmit={onSubmit}>
      <Button type="submit" isLoading onClick={onClick}>
        Send
      </Button>
    </form>,
  );
  const button = find<HTMLButtonElement>('button');
  button.focus();
  await click(button);
  expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
  expect(document.activeElement).toBe(button);
  expect(button.disabled, 'a disabled button would lose the focus').toBe(false);
});

test('a link has the classes of a button of its kind, size and width', () => {
  const all = [
    buttonClass(),
    buttonClass({ kind: 'secondary' }),
    buttonClass({ size: 'small' }),
    buttonClass({ isBlock: true }),
  ];
  expect(new Set(all).size).toBe(all.length);
});

test('a button with only an icon has its name, and acts', async () => {
  const onClick = vi.fn<() => void>();
  await show(<IconButton icon="print" label="Prenta" onClick={onClick} />);
  await click(find('button', 'Prenta'));
  expect(onClick).toHaveBeenCalledOnce();
  expect(find('button svg').getAttribute('aria-hidden')).toBe('true');
});
