import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network connection: round-trip time in milliseconds, and download speed in bytes per second. */
export type Line = { roundTripMs: number; bytesPerSecond: number };

/** Bytes per packet. */
const packetSize = 1400;

/**
 * Puts a slow connection in front of a local port while `use` runs with the port of its other end. Unlike DevTools'
 * throttling it behaves like a real one: bytes arrive in sequence, so that the head of a document is parsed while the
 * rest is on its way; opening a connection takes a round trip; and all connections share the bandwidth, a packet each
 * in turn.
 */
export const overSlowLine = async <T>(
  port: number,
  { roundTripMs, bytesPerSecond }: Line,
  use: (port: number) => Promise<T>,
): Promise<T> => {
  const oneWayMs = roundTripMs / 2;
  const sockets = new Set<Socket>();
  /** Bytes that each connection has yet to deliver, in round-robin order. */
  const queue: { client: Socket; bytes: Buffer }[] = [];
  let freeAt = 0;
  let isSending = false;

  const sendNext = (): void => {
    const next = queue.shift();
    isSending = next !== undefined;
    if (!next) return;
    const packet = next.bytes.subarray(0, packetSize);
    next.bytes = next.bytes.subarray(packetSize);
    if (next.bytes.length > 0) queue.push(next);
    // By the clock, so that late timers do not add up.
    freeAt = Math.max(freeAt, performance.now()) + (packet.length / bytesPerSecond) * 1000;
    setTimeout(
      () => {
        setTimeout(() => next.client.write(packet), oneWayMs);
        sendNext();
      },
      Math.max(0, freeAt - performance.now()),
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
      const queued = queue.find((one) => one.client === client);
      if (queued) queued.bytes = Buffer.concat([queued.bytes, bytes]);
      else queue.push({ client, bytes });
      if (!isSending) sendNext();
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
