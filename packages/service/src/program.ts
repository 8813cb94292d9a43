import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { createLogger, type Logger } from './logger.ts';
import { describeSettings, readSettings, SettingsError } from './settings.ts';

/** Thrown when a server cannot listen; `message` is one line that names the port and its setting. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** A running server. */
export type Running = { url: string; port: number; stop(): Promise<void> };

/** Maximum time a stopping server waits for its clients to move to another process. */
const handoverMs = 2_000;

/**
 * Listens on `host` and `port` (0 for any free port); `setting` is the name of the port's setting. `stop` drains the
 * server, finishes running requests for at most `graceMs`, then closes all remaining connections.
 * @throws ListenError
 */
export const listen = async (
  server: FastifyInstance,
  {
    port,
    host,
    setting,
    graceMs = 10_000,
  }: { port: number; host: string; setting: string; graceMs?: number },
): Promise<Running> => {
  try {
    await server.listen({ port, host, listenTextResolver: () => 'listening' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is in use. Stop the program that holds it, or set ${setting} to another port.`,
      EACCES: `Port ${port} may not be opened by this user. Set ${setting} to a port above 1023.`,
      EADDRNOTAVAIL: `This machine has no address ${host} to listen on.`,
    };
    const reason = typeof code === 'string' ? reasons[code] : undefined;
    if (!reason) throw error;
    throw new ListenError(reason, { cause: error });
  }
  const address = server.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  const stop = async () => {
    await server.drain(Math.min(graceMs, handoverMs), graceMs);
    // Closes what are not requests, such as WebSockets. Node would wait a minute for a connection that a browser opened
    // ahead of a request, so whatever is left is closed meanwhile.
    const closed = server.close();
    server.server.closeAllConnections();
    await closed;
  };
  return { url: `http://localhost:${actual}`, port: actual, stop };
};

/**
 * The body of every `main.ts`: prints `--help`, reads the settings from the environment, starts, and stops on SIGINT
 * and SIGTERM. A SettingsError or ListenError ends the process with its message on stderr and exit code 2; any other
 * error with exit code 1.
 */
export const runProgram = async <Shape extends z.ZodRawShape>(
  name: string,
  schema: z.ZodObject<Shape>,
  start: (settings: z.output<z.ZodObject<Shape>>, logger: Logger) => Promise<{ stop(): Promise<void> }>,
): Promise<void> => {
  if (process.argv.includes('--help')) {
    console.log(`${name}, settings by environment:\n${describeSettings(schema)}`);
    return;
  }
  const logger = createLogger(name, process.env.LOG_LEVEL || 'info');
  try {
    const starting = start(readSettings(schema, process.env), logger);
    let isStopping = false;
    // Registered before the start completes: a signal during the start stops the program as soon as it has started.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) return;
        isStopping = true;
        logger.info({ signal }, 'stopping');
        starting
          .then((running) => running.stop())
          .then(
            () => process.exit(0),
            (error: unknown) => {
              logger.fatal({ err: error }, 'did not stop cleanly');
              process.exit(1);
            },
          );
      });
    }
    await starting;
  } catch (error) {
    if (error instanceof SettingsError || error instanceof ListenError) {
      console.error(`${name}: ${error.message}`);
      process.exit(2);
    }
    logger.fatal({ err: error }, 'did not start');
    process.exit(1);
  }
};
