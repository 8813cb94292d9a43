import { randomBytes } from 'node:crypto';
import type { CaseKind } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { isAbout } from '../platform/work-items.ts';

/** The case that an e-mail is about, and the address for replies to it. */
export type Conversation = {
  /** Id of the case. */
  caseId: string;
  /** Address of the case, `replies+4f0c…@hofn.example`. */
  replyTo: string;
};

/** The address of one case: its token after a plus sign, which mail servers deliver to the address before it. */
const addressOf = (base: string, token: string): string => base.replace('@', `+${token}@`);

/**
 * The token in an address of ours, in whatever case a mail server has written it.
 * @returns null for the address without a token; undefined for another address
 */
export const tokenIn = (base: string, address: string): string | null | undefined => {
  const [local = '', domain = ''] = base.toLowerCase().split('@');
  const given = address.toLowerCase();
  const end = `@${domain}`;
  if (!given.endsWith(end)) return undefined;
  const name = given.slice(0, -end.length);
  if (name === local) return null;
  return name.startsWith(`${local}+`) ? name.slice(local.length + 1) : undefined;
};

/**
 * Finds the reply address of a case. The first call gives the case a random token and stores it, so that no key has to be kept or
 * rotated.
 * @param base the address of `REPLY_ADDRESS`
 */
const conversationOf = async (
  db: Db,
  base: string,
  which: SQL | undefined,
): Promise<Conversation | undefined> => {
  const find = async () =>
    (await db.select({ id: cases.id, token: cases.replyToken }).from(cases).where(which))[0];
  let row = await find();
  if (row?.token === null) {
    await db
      .update(cases)
      .set({ replyToken: randomBytes(16).toString('hex') })
      .where(and(eq(cases.id, row.id), isNull(cases.replyToken)));
    row = await find();
  }
  return row && row.token !== null ? { caseId: row.id, replyTo: addressOf(base, row.token) } : undefined;
};

/** Reply addresses of cases. Without `REPLY_ADDRESS` there are none. */
export const createReplyAddresses = (
  db: Db,
  { REPLY_ADDRESS: base }: { REPLY_ADDRESS?: string | undefined },
) => ({
  ofCase: async (caseId: string): Promise<Conversation | undefined> =>
    base === undefined ? undefined : conversationOf(db, base, eq(cases.id, caseId)),
  /** The same for the case about a claim, form or other matter. */
  about: async (kind: CaseKind, matterId: string): Promise<Conversation | undefined> =>
    base === undefined ? undefined : conversationOf(db, base, isAbout(kind, matterId)),
});
export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
