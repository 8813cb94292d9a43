import {
  chatAgents,
  chats,
  createConflictCheck,
  createEmployeeCheck,
  customers,
  type Db,
  employees,
} from '@hofn/database';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';

/** Names of customers and agents, and how many agents are available. */
export const peopleStore = (db: Db) => ({
  customerName: async (id: string): Promise<string | undefined> => {
    const [customer] = await db
      .select({ name: customers.fullName })
      .from(customers)
      .where(eq(customers.id, id));
    return customer?.name;
  },
  /** A current employee, by id and the time of their sign-in. */
  agent: createEmployeeCheck(db),
  /** Whose chats an agent may not see, by id and day (rule ROLE-4). */
  conflicts: createConflictCheck(db),
  /** Records which agents are connected now, without those dismissed meanwhile. */
  recordAgentsSeen: async (agentIds: string[], seenAt: string): Promise<void> => {
    if (agentIds.length === 0) return;
    const current = db
      .select({ agentId: employees.id, seenAt: sql`${seenAt}::timestamptz`.as('seen_at') })
      .from(employees)
      .where(and(inArray(employees.id, agentIds), eq(employees.active, true)));
    await db
      .insert(chatAgents)
      .select(current)
      .onConflictDoUpdate({ target: chatAgents.agentId, set: { seenAt } });
  },
  availability: async (seenAfter: string): Promise<{ agents: number; waiting: number }> => {
    const [agents] = await db
      .select({ count: count() })
      .from(chatAgents)
      .where(gt(chatAgents.seenAt, seenAfter));
    const [waiting] = await db.select({ count: count() }).from(chats).where(eq(chats.state, 'waiting'));
    return { agents: agents?.count ?? 0, waiting: waiting?.count ?? 0 };
  },
});
