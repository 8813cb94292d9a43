// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { click, find, focus, press, show } from '../testing/show.tsx';
import { Button } from './Button.tsx';
import { Dialog, DialogRegion } from './Dialog.tsx';
import { Menu } from './Menu.tsx';

const showDialog = async (role?: 'alertdialog') => {
  const onClose = vi.fn<() => void>();
  await show(
    <DialogRegion value={(body) => <section data-region="">{body}</section>}>
      <Dialog
        title="Afturkalla aðgang?"
        closeLabel="Loka glugga"
        onClose={onClose}
        actions={<Button kind="danger">Afturkalla</Button>}
        {...(role && { role })}
      >
        <p>Jón sér ekki lengur tryggingarnar.</p>
      </Dialog>
    </DialogRegion>,
  );
  return onClose;
};

test('a dialog is modal, named by its heading, where the focus starts, and its content is in the app’s region', async () => {
  await showDialog();
  const dialog = find<HTMLDialogElement>('dialog');
  const heading = find('h2');
  expect(dialog.open).toBe(true);
  expect(dialog.getAttribute('aria-labelledby')).toBe(heading.id);
  expect([heading.tabIndex, heading.hasAttribute('autofocus')]).toEqual([-1, true]);
  expect(find('[data-region]').textContent).toBe('Jón sér ekki lengur tryggingarnar.');
  expect(dialog.hasAttribute('aria-describedby'), 'only an alert reads its text at once').toBe(false);
});

test('its cross and Escape ask the parent to close it; a cancelled file chooser inside does not', async () => {
  const onClose = await showDialog();
  await click(find('button', 'Loka glugga'));
  expect(onClose).toHaveBeenCalledTimes(1);
  const dialog = find('dialog');
  const cancel = async (target: HTMLElement) => {
    const event = new Event('cancel', { cancelable: true, bubbles: true });
    await act(async () => {
      target.dispatchEvent(event);
    });
    return event.defaultPrevented;
  };
  expect(await cancel(dialog), 'the parent closes it, not the browser').toBe(true);
  expect(onClose).toHaveBeenCalledTimes(2);
  await cancel(find('p'));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('an alert dialog reads its text with its title', async () => {
  await showDialog('alertdialog');
  const described = find('dialog').getAttribute('aria-describedby');
  expect(document.getElementById(described ?? '')?.textContent).toContain('Jón sér ekki');
});

test('MENU-4: the arrow down opens a menu, arrows, Home and End move through it and around its ends, and a choice closes it', async () => {
  const opened: string[] = [];
  Object.assign(HTMLElement.prototype, {
    showPopover: () => opened.push('open'),
    hidePopover: () => opened.push('closed'),
  });
  const onSelect = vi.fn<() => void>();
  await show(
    <Menu
      label="Aðgerðir"
      items={[
        { key: 'change', label: 'Breyta', onSelect },
        { key: 'claims', label: 'Skoða tjón', href: '#tjon' },
        { key: 'print', label: 'Prenta', href: '#prenta' },
      ]}
    />,
  );
  await focus(find('button', 'Aðgerðir'));
  await press('ArrowDown');
  const focused = () => document.activeElement?.textContent;
  expect([opened, focused()]).toEqual([['open'], 'Breyta']);
  await press('ArrowUp');
  expect(focused()).toBe('Prenta');
  await press('ArrowDown');
  expect(focused()).toBe('Breyta');
  await press('End');
  expect(focused()).toBe('Prenta');
  await press('Home');
  await click(find('button', 'Breyta'));
  expect(opened).toEqual(['open', 'closed']);
  expect(onSelect).toHaveBeenCalledOnce();
});
