import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cardVerifications, type Database } from '@hofn/database';
import { z } from 'zod';

const beginRequest = z.object({ verificationId: z.string() }).loose();

/** The key that the API and the card service of the tests sign with. */
export const cardKey = 'lykill-verslunarinnar';

export const verifiedCard = {
  outcome: 'verified',
  token: 'card-prufa-4242',
  cardNumberMasked: '•••• 4242',
  expires: '08/29',
  brand: 'Visa',
};

/** The card service's signed result of a verification. */
export const signed = (verificationId: string, result: object = verifiedCard, key = cardKey) => {
  const verificationData = Buffer.from(JSON.stringify(result)).toString('base64url');
  const verificationHash = createHmac('sha256', key)
    .update(`${verificationId}.${verificationData}`)
    .digest('base64url');
  return { verificationId, verificationData, verificationHash };
};

/** A verification `v1` of Anna's that awaits its card. */
export const fillVerification = async ({ db }: Database): Promise<void> => {
  await db.delete(cardVerifications);
  await db.insert(cardVerifications).values({
    customerId: 'anna',
    id: 'v1',
    createdAt: '2026-11-21T11:59:00Z',
    expiresAt: '2026-11-21T12:07:00Z',
  });
};

/** A card service that answers verifications with its page, or is down; records requests and charges nobody. */
export const startCardService = async () => {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const verification = beginRequest.safeParse(JSON.parse(text)).data;
      response.statusCode = service.answers && verification ? 200 : 503;
      if (verification) received.push(verification);
      response.end(JSON.stringify({ paymentLink: `${service.url}verify/${verification?.verificationId}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    begun: received,
    answers: true,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
};
