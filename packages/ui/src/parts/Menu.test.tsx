import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Menu } from './Menu.tsx';

test('MENU-4: the browser opens and closes a menu by its button, and closes it on Escape and on a click outside', () => {
  const items = [{ key: 'print', label: 'Prenta', href: '/prenta' }];
  const markup = renderToStaticMarkup(<Menu label="Meira" items={items} />);
  const [, target] = /<button[^>]* popovertarget="([^"]+)"/i.exec(markup) ?? [];
  expect(target).toBeTruthy();
  // With `auto` the browser closes it on Escape and on a click outside; with `manual` it does not.
  expect(/<ul[^>]*>/.exec(markup)?.[0]).toContain(`id="${target}" popover="auto"`);
});
