// Design system components on a separate page, for what only a browser can show: timing and presses.
import '@hofn/ui/base.css';
import { Alert, Button, DataScreen, Skeleton } from '@hofn/ui';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

const Waiting = () => {
  const [isLoading, setLoading] = useState(false);
  return h(
    'section',
    { id: 'waiting' },
    h('button', { type: 'button', onClick: () => setLoading(true) }, 'Ask'),
    isLoading &&
      h(DataScreen<string, string>, {
        state: { status: 'loading' },
        skeleton: h(Skeleton, { rows: 2 }),
        loadingLabel: 'On its way',
        isEmpty: () => false,
        empty: null,
        error: () => null,
        children: (text) => text,
      }),
  );
};

const Page = () => {
  const [pressCount, setPressCount] = useState(0);
  const press = () => setPressCount((n) => n + 1);
  return h(
    'main',
    null,
    h('h1', null, 'Parts'),
    h(Button, { onClick: press, children: 'Press' }),
    h(Button, { isLoading: true, loadingLabel: 'Sending', onClick: press, children: 'Send' }),
    h('output', null, pressCount),
    h(Alert, { kind: 'warning', title: 'It will snow.', closeLabel: 'Close' }),
    h(Alert, { kind: 'error', title: 'It stays.' }),
    h(Waiting),
  );
};

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(h(Page));
