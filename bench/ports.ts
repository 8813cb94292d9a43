import { once } from 'node:events';
import { createServer } from 'node:net';

const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
};

/** Ports that are free at the moment. */
export const findPorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort));
