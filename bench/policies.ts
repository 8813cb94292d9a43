import type { Bench, Figure } from './bench.ts';
import { fillPolicies } from './overview.ts';
import { absolute, cpuRatio, underLoad } from './under-load.ts';

/** First page of the list of policies, for the customers of `overview`. */
export const bench: Bench = {
  about:
    'the list of policies on PostgreSQL, against Fastify that sends the same body or the result of the same query',
  run: async (): Promise<Figure[]> => {
    const { api, memory, query, ownQuery, bytes } = await underLoad({
      fill: fillPolicies,
      path: '/api/policy/v2',
      baselineGroup: 'own',
    });
    return [
      { name: 'size of the body', value: bytes, unit: 'bytes' },
      ...absolute('from memory', memory),
      ...absolute('the body by one query', query),
      ...absolute('its own query', ownQuery.own),
      ...absolute('the API', api.own),
      cpuRatio('the API by memory', api.own, memory),
      cpuRatio('the API by the body by one query', api.own, query),
      cpuRatio('the API by its own query', api.own, ownQuery.own),
    ];
  },
};
