import type { userCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant } from '@hofn/texts';
import { draftHead } from '../claims/opening.ts';
import { type ActorStore, createActorStore } from '../platform/actor-store.ts';
import { audit } from '../platform/audit.ts';
import type { Caller, RequestContext } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Inspector } from '../platform/uploads/inspector.ts';
import { titleOf } from '../requests/outcome-letter.ts';
import { kindOf, stateOf } from '../requests/requests.ts';
import { profilePictureOf } from './picture.ts';
import { createUserStore } from './store.ts';
import { userOf } from './user.ts';
import { createWaitingStore } from './waiting-store.ts';

/** Name of the customer the caller had chosen to act for, but no longer may. */
const endedOf = (caller: Caller | undefined): string | undefined =>
  caller?.kind === 'customer' ? caller.invalidDelegation?.fullName : undefined;

export const userHandlers = ({
  database,
  clock,
  actors,
  files,
  contents,
  inspector,
}: {
  database: Database;
  clock: Clock;
  actors: ActorStore;
  files: FileStore;
  contents: Contents;
  inspector: Inspector;
}): Handlers<typeof userCalls> => {
  const store = createUserStore(database.db);
  const waitingFor = createWaitingStore(database.db);
  const today = () => dayOfInstant(clock.now());
  const person = async ({ actor, subject, via }: RequestContext) => {
    // A staff member is not a customer: they see the customer they are viewing.
    const found = await store.person(via === 'staff' ? subject.id : actor.id);
    if (!found) throw new Fault('notFound');
    return found;
  };
  return {
    userInfo: async ({ context, request }) =>
      userOf(await person(context), context, today(), endedOf(request.caller)),

    waiting: async ({ context: { subject, role, via }, language }) => {
      const { documents, offers, purchases, requests, drafts } = await waitingFor(
        subject,
        language,
        clock.now(),
        today(),
      );
      return {
        documents,
        offers,
        // A purchase is the customer's own to read: who acts for them does not learn that there is one.
        purchases: via === 'self' ? purchases : 0,
        questions: requests.filter(({ awaitsCustomer }) => awaitsCustomer).length,
        requests: requests.map((request) => ({
          id: request.id,
          kind: kindOf(request),
          state: stateOf(request),
          requestedAt: isoInstant(request.createdAt),
          about: titleOf(request, language),
          policyId: request.policyId,
          offerId: request.proposalId,
        })),
        // Who may only read cannot open a draft, and it may name an illness.
        drafts:
          role === 'Readonly'
            ? []
            : drafts.map(({ token, line, form }) => ({ token, ...draftHead(line, form, language) })),
      };
    },

    switchCustomer: async ({ context, body, request }) => {
      const { actor, session = '' } = context;
      const self = await person(context);
      const { id, kind, ssn, fullName } = self;
      const ownContext = {
        actor,
        subject: { id, kind, ssn, fullName },
        via: 'self',
        role: 'Admin',
        session,
      } as const;
      if (body.ssn === ssn) {
        await database.db.transaction(async (tx) => {
          await createActorStore(tx).endChoice(actor.id, session);
          await audit(tx, request, context, 'user.switchCustomer', { to: id });
        });
        return userOf(self, ownContext, today());
      }
      // The response is the same for unknown customers and for those the person may not act for.
      const allowed = await actors.findSubject(actor.id, body.ssn, today());
      if (!allowed) throw new Fault('notFound');
      const chosen = { ...ownContext, ...allowed, via: 'delegate' } as const;
      await database.db.transaction(async (tx) => {
        const now = clock.now().toISOString();
        await createActorStore(tx).choose(actor.id, session, allowed.subject.id, now);
        await audit(tx, request, chosen, 'user.switchCustomer', {
          to: allowed.subject.id,
          role: allowed.role,
        });
      });
      return userOf(self, chosen, today());
    },

    profilePicture: async ({ params, context, request, reply }) => {
      const { profilePicture: key } = await person(context);
      // Somebody else's picture is answered like a missing one.
      if (key === null || key !== params.key) throw new Fault('notFound');
      await sendStored(request, reply, files, { key, name: 'profile.jpg', type: 'image/jpeg' });
      return undefined;
    },
    setProfilePicture: async ({ body, context, request }) => {
      const { key } = await contents.store(await profilePictureOf(body, inspector));
      await database.db.transaction(async (tx) => {
        await createUserStore(tx).setPicture(context.subject, key);
        await audit(tx, request, context, 'user.profilePicture');
      });
      return { profilePicture: key };
    },
    removeProfilePicture: async ({ context, request }) => {
      await database.db.transaction(async (tx) => {
        await createUserStore(tx).setPicture(context.subject, null);
        await audit(tx, request, context, 'user.profilePictureRemoved');
      });
      return null;
    },

    logout: async ({ context, request }) => {
      await database.db.transaction(async (tx) => {
        await createActorStore(tx).endChoice(context.actor.id, context.session ?? '');
        await audit(tx, request, context, 'user.logout');
      });
      return null;
    },
  };
};
