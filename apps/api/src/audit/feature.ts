import { auditEvents } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { auditHandlers } from './routes.ts';
import { forgetAuditEvents, recordCheckpoint } from './upkeep.ts';

/** The audit: reading it, its checkpoints and its retention. Every feature writes to it. */
export const audit = defineFeature({
  name: 'audit',
  handlers: auditHandlers,
  jobs: [
    { name: 'audit.checkpoint', at: '2 * * * *', run: ({ db, logger }) => recordCheckpoint(db, logger) },
    { name: 'audit.forget', at: '41 3 * * *', run: ({ db }) => forgetAuditEvents(db) },
  ],
  personalData: {
    // The address may be that of a delegate or an employee.
    holdings: [ownRows(auditEvents.subjectId, ['address', 'request_id'])],
    leftOut: { audit_chain: 'hashed', audit_head: 'nobodys', audit_checkpoints: 'nobodys' },
    mentions: [{ column: auditEvents.actorId, at: auditEvents.at, by: 'id', owner: auditEvents.subjectId }],
  },
});
