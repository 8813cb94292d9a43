import type { Bench, Figure } from './bench.ts';
import { fillPolicies } from './overview.ts';
import { absolute, cpuRatio, underLoad } from './under-load.ts';

/** First page of the list of policies, for the customers of `overview`. */
export const bench: Bench = {
  about:
    'the list of policies on PostgreSQL against Fastify sending the same body, from memory and by one query',
  run: async (): Promise<Figure[]> => {
    const { own, memory, query, bytes } = await underLoad({
      fill: fillPolicies,
      path: '/api/policy/v2',
      baselineGroup: 'own',
    });
    return [
      { name: 'size of the body', value: bytes, unit: 'bytes' },
      ...absolute('from memory', memory),
      ...absolute('by one query', query),
      ...absolute('the API', own),
      cpuRatio('the API by memory', own, memory),
      cpuRatio('the API by one query', own, query),
    ];
  },
};
