import { connect, type Socket } from 'node:net';

/** The connection of a request for a WebSocket that was answered, as its client sees it. */
export type UpgradeAttempt = {
  status: number;
  /** Resolves when the service has closed the connection. This client never closes it by itself. */
  closed: Promise<void>;
  socket: Socket;
};

/**
 * Asks for a WebSocket on a connection of its own, and never closes it: neither when the service does, nor by answering the
 * closing message of a WebSocket.
 */
export const requestUpgrade = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<UpgradeAttempt> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', allowHalfOpen: true });
    const closed = new Promise<void>((done) => {
      socket.once('end', done);
      socket.once('close', () => done());
    });
    const all = {
      host: `localhost:${port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    let text = '';
    socket.on('data', (part) => {
      text += part;
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
      if (status) resolve({ status: Number(status), closed, socket });
    });
    socket.once('error', reject);
    closed.then(() => reject(new Error(`closed without an answer: ${text}`)));
  });
