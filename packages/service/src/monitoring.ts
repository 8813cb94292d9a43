import type { Clock } from '@hofn/domain/clock.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

export type MonitoringParts = {
  name: string;
  clock: Clock;
  /** Dependencies that must answer now. */
  parts: Record<string, () => Promise<unknown>>;
  /** Dependencies that must have answered once since the start. */
  startParts: Record<string, () => Promise<unknown>>;
  /** Reported alone. */
  reports: Record<string, () => boolean>;
  isStopping: () => boolean;
};

/** Rejects after `ms`: a dependency that hangs counts as down. */
const withinMs = async (ms: number, ask: () => Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
  });
  try {
    await Promise.race([ask(), timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Whether a dependency answers within two seconds. */
const answers = async (
  part: string,
  ask: () => Promise<unknown>,
  log: FastifyBaseLogger,
): Promise<boolean> => {
  try {
    await withinMs(2_000, ask);
    return true;
  } catch (error) {
    log.warn({ part, err: error }, 'part does not answer');
    return false;
  }
};

/** Adds `/health`, `/ready` and `/metrics`, see `createServer`. */
export const addMonitoring = (
  server: FastifyInstance,
  { name, clock, parts, startParts, reports, isStopping }: MonitoringParts,
): void => {
  const startedAt = clock.now().toISOString();
  // Monitoring must work under load too.
  const monitoring = { config: { quiet: true, shed: 'never' } } as const;
  server.get('/health', monitoring, () => ({ service: name, alive: true, startedAt }));
  const started = new Set<string>();
  server.get('/ready', monitoring, async ({ log }, reply) => {
    const states = await Promise.all(
      Object.entries({ ...parts, ...startParts }).map(
        async ([part, ask]) => [part, await answers(part, ask, log)] as const,
      ),
    );
    for (const [part, answered] of states) if (answered && part in startParts) started.add(part);
    const ready = !isStopping() && states.every(([part, answered]) => answered || started.has(part));
    const reported = Object.fromEntries(Object.entries(reports).map(([part, ask]) => [part, ask()]));
    if (!ready) reply.code(503).header('retry-after', '5');
    return { service: name, ready, parts: { ...Object.fromEntries(states), ...reported } };
  });
  let isHidden = false;
  server.decorate('hideMetrics', () => {
    isHidden = true;
  });
  server.get('/metrics', monitoring, async (_request, reply) => {
    if (isHidden) return reply.callNotFound();
    return reply.type(server.metrics.contentType).send(await server.metrics.metrics());
  });
};
