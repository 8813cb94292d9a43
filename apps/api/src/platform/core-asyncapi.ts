import { cloudEvent, eventNames, eventTypeOf, eventTypes } from '@hofn/contracts/core/events.ts';
import { z } from 'zod';

const description = `What customers, visitors, employees and jobs do, for other systems to follow. \`docs/core/events.md\` has the
guarantees, and an example of following the feed.`;

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
};

/** The AsyncAPI 3.0 document of the events (rule CORE-15), from the contract. */
export const coreEventsDocument = (): object => {
  const messages = eventNames.map((name) => {
    const { subject, summary, data } = eventTypes[name];
    const type = eventTypeOf(name);
    const payload = {
      allOf: [
        { $ref: '#/components/schemas/CloudEvent' },
        {
          type: 'object',
          properties: {
            type: { const: type },
            subject: { description: `id of the ${subject}` },
            data: schemaOf(data),
          },
        },
      ],
    };
    return [
      name,
      { name: type, title: summary, contentType: 'application/cloudevents+json', payload },
    ] as const;
  });
  const referTo = (base: string) =>
    Object.fromEntries(eventNames.map((name) => [name, { $ref: `${base}/${name}` }]));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Höfn core connection: events', version: '1', description },
    defaultContentType: 'application/json',
    channels: {
      events: {
        address: '/api/core/v1/events',
        title: 'The feed of events',
        messages: referTo('#/components/messages'),
      },
      webhook: {
        address: null,
        title: 'A webhook',
        description:
          'The address of a receiver. Each request has one event and the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks; see `docs/core/webhooks.md`.',
        messages: referTo('#/components/messages'),
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        summary: 'Events are read by cursor, at least once, in order per subject.',
        channel: { $ref: '#/channels/events' },
        messages: Object.values(referTo('#/channels/events/messages')),
      },
      deliverEvents: {
        action: 'send',
        summary: 'Events are sent to a webhook at least once, in the order of the feed.',
        channel: { $ref: '#/channels/webhook' },
        messages: Object.values(referTo('#/channels/webhook/messages')),
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: { schemas: { CloudEvent: schemaOf(cloudEvent) }, messages: Object.fromEntries(messages) },
  };
};
