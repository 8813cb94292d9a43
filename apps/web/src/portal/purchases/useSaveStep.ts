import type { purchaseStep } from '@hofn/contracts';
import type { z } from 'zod';
import { usePost, useRefetch } from '../../session/index.ts';

/** Stores the answers of a step, and reads the purchase again. */
export const useSaveStep = (id: string) => {
  const { send, state, error } = usePost('/api/purchases/v1/purchases/{id}/steps');
  const refetch = useRefetch();
  return {
    isSaving: state === 'sending',
    error: state === 'failed' ? error : undefined,
    /** @returns whether the answers are stored */
    save: async (body: z.input<typeof purchaseStep>): Promise<boolean> => {
      const saved = await send({ params: { id }, body });
      refetch('/api/purchases/v1/purchases/{id}');
      return saved !== undefined;
    },
  };
};
