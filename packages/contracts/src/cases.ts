import { z } from 'zod';

/** What a case of the work queue is about; chats have a desk of their own. */
export const caseKind = z.enum(['inquiry', 'form', 'claim', 'memo', 'change', 'privacy']);
export type CaseKind = z.infer<typeof caseKind>;
