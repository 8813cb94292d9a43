import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { instant } from './values.ts';

/** Record of `shape` by topic and channel. */
const choices = <Shape extends z.ZodType>(shape: Shape) =>
  z.record(z.enum(communicationTopics), z.record(z.enum(communicationChannels), shape));

export const communicationChoice = z.object({
  given: z.boolean(),
  at: instant.nullable().describe('null if never chosen'),
  how: z
    .enum(['default', 'self', 'delegate', 'insurer'])
    .describe(
      'who chose: the customer, a delegate, the customer outside the portal (`insurer`), or nobody (`default`)',
    ),
});
export type CommunicationChoice = z.infer<typeof communicationChoice>;

export const communication = z.object({
  topics: choices(communicationChoice),
  electronicDocuments: communicationChoice,
});
export type Communication = z.infer<typeof communication>;

export const communicationBody = z.strictObject({
  topics: choices(z.boolean()),
  electronicDocuments: z.boolean(),
});
export type CommunicationBody = z.infer<typeof communicationBody>;

export const communicationCalls = defineCalls({
  communication: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/communication',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary: 'Returns consent by topic and channel, with when and by whom it was given.',
    response: communication,
  },
  saveCommunication: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/communication',
    who: { kind: 'customer', role: 'Admin' },
    rate: 'write',
    summary: 'Gives and withdraws consent; earlier choices stay on record.',
    body: communicationBody,
    response: communication,
    audit: 'communication.change',
    events: ['consents.changed'],
  },
});
