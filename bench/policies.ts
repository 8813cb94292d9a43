import type { Bench } from './bench.ts';
import { fillPolicies } from './overview.ts';
import { ownFigures, underLoad } from './under-load.ts';

/** First page of the list of policies, for the customers of `overview`. */
export const bench: Bench = {
  about:
    'the list of policies on PostgreSQL, against Fastify that sends the same body or the result of the same query',
  run: async () =>
    ownFigures(await underLoad({ fill: fillPolicies, path: '/api/policy/v2', baselineGroup: 'own' })),
};
