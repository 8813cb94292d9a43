import type { Calls } from '@hofn/contracts';
import { loadSettings } from '../session/settings.ts';
import { reportOutbound } from './outbound-links.ts';

// Loaded by a document whose visitor has allowed that clicks on links are counted, and by no other.

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
  // Without settings nothing is counted, and nothing else changes.
  () => {},
);
