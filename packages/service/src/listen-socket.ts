import type { AddressInfo, Server } from 'node:net';
import { portFault } from './program.ts';

/**
 * Listens on a port with a server that speaks no HTTP.
 * @param options.setting name of the setting that the port is from
 * @returns the port
 * @throws ListenError with the setting's name when the port cannot be opened
 */
export const listenSocket = (
  server: Server,
  options: { port: number; host: string; setting: string },
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portFault(error, options)));
    server.listen(options.port, options.host, () => resolve((server.address() as AddressInfo).port));
  });
