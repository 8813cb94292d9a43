import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { createServer, type Limits, type Logger } from '@hofn/service';
import { databaseHealth } from '@hofn/service/database-health.ts';
import { pageHeaders } from '@hofn/service/pages.ts';
import type { FastifyInstance } from 'fastify';
import { createActs } from './acts/acts.ts';
import { addActs } from './acts/server.ts';
import { createClaimActs } from './claim-acts/claim-acts.ts';
import type { Core } from './core.ts';
import { createLedgerReading } from './ledger/read.ts';
import { addLedger } from './ledger/server.ts';
import { exposeCore } from './metrics.ts';
import { addPage } from './page/server.ts';

/** With the page: a year of the demo passes within one request, next to everything else on one machine. */
const pageLimits = { answerMs: 1_800_000, eventLoopDelayMs: 0 };

/** The core's server: acts, health and metrics, and its page if it is asked for. */
export const createCoreServer = ({
  core,
  database,
  logger,
  clock,
  secrets,
  hasPage,
  limits,
}: {
  core: Core;
  database: Database;
  logger: Logger;
  clock: Clock;
  /** Which sign the front's calls; with none it cannot ask for acts. */
  secrets: readonly string[];
  hasPage: boolean;
  limits?: Partial<Limits>;
}): FastifyInstance => {
  const health = databaseHealth(database);
  const server: FastifyInstance = createServer({
    name: 'core',
    logger,
    clock,
    ...health,
    expose: (metrics) => {
      health.expose(metrics);
      exposeCore(metrics, database.db);
    },
    ...(hasPage && { headers: pageHeaders }),
    limits: { ...limits, ...(hasPage && pageLimits) },
  });
  const parts = { db: database.db, clock };
  addActs(server, { acts: createActs(parts), claimActs: createClaimActs(parts) }, secrets);
  addLedger(server, createLedgerReading(parts), secrets);
  if (hasPage) addPage(server, core, clock);
  return server;
};
