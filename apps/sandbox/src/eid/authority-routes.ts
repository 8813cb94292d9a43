import type { Clock } from '@hofn/domain/clock.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authority } from './authority.ts';
import { stamp } from './stamps.ts';
import { answerOcsp, writeCrl } from './status.ts';

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Time stamps (`POST /tsa`), and the status of certificates (`POST /ocsp` and `GET /crl/…`). */
export const registerAuthority = (
  server: FastifyInstance,
  { authority, clock }: { authority: Authority; clock: Clock },
): void => {
  const types = ['application/timestamp-query', 'application/ocsp-request'];
  server.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const branchFor = ({ host }: FastifyRequest) => authority.at(`http://${host}`);

  server.post('/tsa', async (request, reply) => {
    const stamped = await stamp(bytesOf(request.body), await branchFor(request), clock);
    return reply.type('application/timestamp-reply').send(Buffer.from(stamped));
  });
  server.post('/ocsp', async (request, reply) => {
    const status = await answerOcsp(bytesOf(request.body), await branchFor(request), clock);
    return reply.type('application/ocsp-response').send(Buffer.from(status));
  });
  for (const name of ['root', 'issuer'] as const)
    server.get(`/crl/${name}`, async (request, reply) => {
      const list = await writeCrl(name, await branchFor(request), clock);
      return reply.type('application/pkix-crl').send(Buffer.from(list));
    });
};
