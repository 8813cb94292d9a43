import type { Server as HttpServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { createLogger, type Logger } from './logger.ts';
import { createMetricsServer } from './metrics-server.ts';
import { demoSetting, type ProcessSettings } from './production.ts';
import {
  allowedAsDemo,
  checkForProduction,
  describeSettings,
  readSettings,
  SettingsError,
} from './settings.ts';
import { type Stoppable, StopTimeout, stopInOrder, type stopSettings } from './stopping.ts';

/** Thrown when a server cannot listen; `message` is one line that names the port and its setting. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** A running server. */
export type Running = {
  url: string;
  port: number;
  /** Port of `/metrics`, if it is not that of the server. */
  metricsPort: number | undefined;
  stop(): Promise<void>;
};

/** Maximum time a stopping server waits for its clients to move to another process. */
const handoverMs = 2_000;
/** Maximum time a stopping server waits for WebSocket clients to answer its closing message. */
const closeMs = 2_000;

// What the operating system says when a port cannot be opened, for the operator.
export const portFault = (
  error: unknown,
  { port, host, setting }: { port: number; host: string; setting: string },
) => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Stop the program that holds it, or set ${setting} to another port.`,
    EACCES: `Port ${port} may not be opened by this user. Set ${setting} to a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host} to listen on.`,
  };
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return reason ? new ListenError(reason, { cause: error }) : error;
};

const portOf = (server: HttpServer, fallback: number): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : fallback;
};

type MetricsSettings = Pick<ProcessSettings, 'NODE_ENV' | 'METRICS_PORT' | 'METRICS_HOST'>;

/**
 * Moves `/metrics` from the public port to METRICS_PORT; in production it leaves the public port in any case.
 * @returns the port, and what stops it
 */
const moveMetrics = async (server: FastifyInstance, settings: MetricsSettings) => {
  const { METRICS_PORT: port, METRICS_HOST: host } = settings;
  if (port !== undefined || settings.NODE_ENV === 'production') server.hideMetrics();
  if (port === undefined) return { port: undefined, stop: () => undefined };
  const own = createMetricsServer(server.metrics);
  await new Promise<void>((resolve, reject) => {
    own.once('error', (error) => reject(portFault(error, { port, host, setting: 'METRICS_PORT' })));
    own.listen(port, host, resolve);
  });
  const stop = (): void => {
    own.close();
    own.closeAllConnections();
  };
  return { port: portOf(own, port), stop };
};

/**
 * Listens on `host` and `port` (0 for any free port); `setting` is the name of the port's setting. `stop` drains the
 * server, finishes running requests for at most `graceMs`, then closes all remaining connections.
 * @param options `metrics`: settings that say where `/metrics` is; without them it stays on the port
 * @throws ListenError
 */
export const listen = async (
  server: FastifyInstance,
  options: { port: number; host: string; setting: string; graceMs?: number; metrics?: MetricsSettings },
): Promise<Running> => {
  const { port, host, graceMs = 10_000 } = options;
  const metrics = options.metrics && (await moveMetrics(server, options.metrics));
  try {
    await server.listen({ port, host, listenTextResolver: () => 'listening' });
  } catch (error) {
    metrics?.stop();
    throw portFault(error, options);
  }
  const actual = portOf(server.server, port);
  const stop = async () => {
    await server.drain(Math.min(graceMs, handoverMs), graceMs);
    // Closes what are not requests, such as WebSockets. Node would wait a minute for a connection that a browser opened
    // ahead of a request, so whatever is left is closed meanwhile.
    const closed = server.close();
    server.server.closeAllConnections();
    const timer = setTimeout(() => server.destroyConnections(), closeMs);
    await closed;
    clearTimeout(timer);
    metrics?.stop();
  };
  return { url: `http://localhost:${actual}`, port: actual, metricsPort: metrics?.port, stop };
};

/** `--check`: prints what production refuses, without starting. Exit code 2 if there is anything. */
const printCheck = (name: string, schema: z.ZodObject): void => {
  const lines = checkForProduction(schema, process.env);
  if (lines.length === 0) {
    const allowed = allowedAsDemo(schema, { ...process.env, NODE_ENV: 'production' });
    console.log(
      allowed.length === 0
        ? `${name}: the settings are fit for production`
        : `${name}: the settings are fit for a demo only, as ${demoSetting} allows ${allowed.join(', ')}`,
    );
    return;
  }
  console.error(`${name}: production refuses these settings:\n${lines.join('\n')}`);
  process.exitCode = 2;
};

/**
 * Stops a program that has started, or is still starting.
 * @returns the exit code: 1 if something did not stop cleanly or in time, which is logged
 */
const stopProgram = async (
  name: string,
  starting: Promise<Stoppable>,
  stopMs: number,
  logger: Logger,
): Promise<0 | 1> => {
  const stop = async (until: number) => (await starting).stop(until);
  try {
    await stopInOrder([{ name, stop }], performance.now() + stopMs);
    return 0;
  } catch (error) {
    if (error instanceof StopTimeout)
      logger.fatal({ parts: error.parts, ms: stopMs }, 'stopped before these parts had closed');
    else logger.fatal({ err: error }, 'did not stop cleanly');
    return 1;
  }
};

/**
 * The body of every `main.ts`: prints `--help`, checks the settings for production with `--check`, reads the settings
 * from the environment, starts, and stops on SIGINT and SIGTERM, within STOP_MS. A SettingsError or ListenError ends the
 * process with its message on stderr and exit code 2; any other error, and a stop that takes longer, with exit code 1.
 */
export const runProgram = async <Shape extends z.ZodRawShape & typeof stopSettings>(
  name: string,
  schema: z.ZodObject<Shape>,
  start: (settings: z.output<z.ZodObject<Shape>>, logger: Logger) => Promise<Stoppable>,
): Promise<void> => {
  if (process.argv.includes('--help')) {
    console.log(`${name}, settings by environment:\n${describeSettings(schema)}`);
    return;
  }
  if (process.argv.includes('--check')) {
    printCheck(name, schema);
    return;
  }
  const logger = createLogger(name, process.env.LOG_LEVEL || 'info');
  try {
    const settings = readSettings(schema, process.env);
    const allowed = allowedAsDemo(schema, process.env);
    if (allowed.length > 0) logger.warn({ settings: allowed }, `unsafe settings, allowed by ${demoSetting}`);
    const { STOP_MS: stopMs } = settings as { STOP_MS: number };
    const starting = start(settings, logger);
    let isStopping = false;
    // Registered before the start completes: a signal during the start stops the program as soon as it has started.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (isStopping) return;
        isStopping = true;
        logger.info({ signal }, 'stopping');
        void stopProgram(name, starting, stopMs, logger).then((code) => process.exit(code));
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
