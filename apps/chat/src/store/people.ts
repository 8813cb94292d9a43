import { chatAgents, chats, customers, type Db, employees } from '@hofn/database';
import { and, count, eq, gt } from 'drizzle-orm';

/** Names of customers and agents, and how many agents are available. */
export const peopleStore = (db: Db) => ({
  customerName: async (id: string): Promise<string | undefined> => {
    const [customer] = await db
      .select({ name: customers.fullName })
      .from(customers)
      .where(eq(customers.id, id));
    return customer?.name;
  },
  agentName: async (id: string): Promise<string | undefined> => {
    const [agent] = await db
      .select({ name: employees.fullName })
      .from(employees)
      .where(and(eq(employees.id, id), eq(employees.active, true)));
    return agent?.name;
  },
  /** Records which agents are connected now. */
  recordAgentsSeen: async (agentIds: string[], seenAt: string): Promise<void> => {
    if (agentIds.length === 0) return;
    await db
      .insert(chatAgents)
      .values(agentIds.map((agentId) => ({ agentId, seenAt })))
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
