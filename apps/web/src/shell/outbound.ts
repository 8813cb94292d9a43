import type { Calls } from '@hofn/contracts';
import { loadSettings } from '../session/settings.ts';
import { reportOutbound } from './outbound-links.ts';

// Loaded only after the visitor has consented to counting clicks on links.

const path: Calls['countEvent']['path'] = '/api/analytics/v1/event';

loadSettings().then(
  ({ apiBase }) =>
    reportOutbound(document, location.origin, (report) => {
      fetch(apiBase + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        keepalive: true,
        // Without cookies: links are counted, not visitors.
        credentials: 'omit',
      }).catch(() => {});
    }),
  // Without settings nothing is counted.
  () => {},
);
