import type { FastifyReply, FastifyRequest } from 'fastify';

/** Closes the connection of a request once it is answered, also when the rest of its body has not come. */
export const closeAfterAnswer = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('connection', 'close');
  reply.raw.once('finish', () => request.raw.socket.destroySoon());
};

/**
 * Closes the connection of a request for an upgrade (to a WebSocket) once it is answered with HTTP. Node's server has let
 * go of such a connection: it neither reads it nor knows it, so a client that hangs up would leave it half open for ever,
 * and a stop would wait for it. An upgrade that succeeds has no HTTP response, and closes its own connection.
 */
export const closeAfterRefusedUpgrade = (request: FastifyRequest, reply: FastifyReply): void => {
  if (request.headers.upgrade !== undefined) closeAfterAnswer(request, reply);
};
