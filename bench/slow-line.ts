import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server: its time there and back in milliseconds, and what it carries down in bytes a second. */
export type Line = { roundTripMs: number; bytesPerSecond: number };

/** What goes over the line at once, in bytes. */
const packetSize = 1400;

/**
 * Opens a slow line to a port of this machine while `use` runs, which is given the port of its other end. It does what
 * a real one does and DevTools' throttling does not: bytes come one after the other, so that the head of a document is
 * read while the rest of it is on its way; a connection takes a time there and back to open; and all connections share
 * the line, a packet of each in turn.
 */
export const overSlowLine = async <T>(
  port: number,
  { roundTripMs, bytesPerSecond }: Line,
  use: (port: number) => Promise<T>,
): Promise<T> => {
  const oneWayMs = roundTripMs / 2;
  const sockets = new Set<Socket>();
  /** What each connection has yet to bring down; those that have something, in the order of their turns. */
  const waiting: { client: Socket; bytes: Buffer }[] = [];
  let free = 0;
  let carrying = false;

  const carry = (): void => {
    const next = waiting.shift();
    carrying = next !== undefined;
    if (!next) return;
    const packet = next.bytes.subarray(0, packetSize);
    next.bytes = next.bytes.subarray(packetSize);
    if (next.bytes.length > 0) waiting.push(next);
    // By the clock, so that timers that are late do not add up.
    free = Math.max(free, performance.now()) + (packet.length / bytesPerSecond) * 1000;
    setTimeout(
      () => {
        setTimeout(() => next.client.write(packet), oneWayMs);
        carry();
      },
      Math.max(0, free - performance.now()),
    );
  };

  const server = createServer((client) => {
    const origin = connect(port, 'localhost');
    const opened = performance.now() + roundTripMs;
    for (const [socket, other] of [
      [client, origin],
      [origin, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    client.on('data', (bytes) => {
      const delay = Math.max(0, opened - performance.now()) + oneWayMs;
      setTimeout(() => origin.write(bytes), delay);
    });
    origin.on('data', (bytes: Buffer) => {
      const begun = waiting.find((one) => one.client === client);
      if (begun) begun.bytes = Buffer.concat([begun.bytes, bytes]);
      else waiting.push({ client, bytes });
      if (!carrying) carry();
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
};
