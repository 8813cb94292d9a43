import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cardVerifications, type Database } from '@hofn/database';
import { z } from 'zod';

const begun = z.object({ verificationId: z.string() }).loose();

/** What the API and the card service of the tests sign with. */
export const cardKey = 'lykill-verslunarinnar';

export const verifiedCard = {
  outcome: 'verified',
  token: 'card-prufa-4242',
  cardNumberMasked: '•••• 4242',
  expires: '08/29',
  brand: 'Visa',
};

/** What the card service says of a verification, signed. */
export const signed = (verificationId: string, said: object = verifiedCard, by = cardKey) => {
  const verificationData = Buffer.from(JSON.stringify(said)).toString('base64url');
  const verificationHash = createHmac('sha256', by)
    .update(`${verificationId}.${verificationData}`)
    .digest('base64url');
  return { verificationId, verificationData, verificationHash };
};

/** A verification `v1` of Anna's that waits for its card. */
export const fillVerification = async ({ db }: Database): Promise<void> => {
  await db.delete(cardVerifications);
  await db.insert(cardVerifications).values({
    customerId: 'anna',
    id: 'v1',
    createdAt: '2026-11-21T11:59:00Z',
    expiresAt: '2026-11-21T12:07:00Z',
  });
};

/** A card service that answers a verification with its page, or not at all, keeps what it was told, and charges nobody. */
export const startCardService = async () => {
  const told: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const asked = begun.safeParse(JSON.parse(text)).data;
      response.statusCode = service.answers && asked ? 200 : 503;
      if (asked) told.push(asked);
      response.end(JSON.stringify({ paymentLink: `${service.url}verify/${asked?.verificationId}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begun: told,
    answers: true,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
};
