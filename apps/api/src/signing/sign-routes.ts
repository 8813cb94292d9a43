import type { SigningMethod, signingCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { parseKennitala } from '@hofn/domain';
import { parsePhone } from '@hofn/domain/contact.ts';
import type { Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently, Write } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createUserStore } from '../user/store.ts';
import type { Sign } from './sign.ts';

type Wanted = {
  documentId: string;
  shown?: string | undefined;
  mobilePhone?: string | undefined;
  ssn?: string | undefined;
};

/** Signing a document by phone or app: start, status and finish. */
export const signHandlers = ({
  database,
  sign,
  idempotently,
  kennitala,
}: {
  database: Database;
  sign: Sign;
  idempotently: Idempotently;
  kennitala: KennitalaCheck;
}): Pick<
  Handlers<typeof signingCalls>,
  | 'startSigning'
  | 'startMobileSigning'
  | 'startAppSigning'
  | 'mobileSigningStatus'
  | 'appSigningStatus'
  | 'finishMobileSigning'
  | 'finishAppSigning'
> => {
  const users = createUserStore(database.db);

  /** The signed-in customer; employees sign nothing for customers. */
  const actorOf = async ({ actor, via }: RequestContext) => {
    const person = via === 'staff' ? undefined : await users.person(actor.id);
    if (!person) throw new Fault('forbidden');
    return person;
  };
  type Person = Awaited<ReturnType<typeof actorOf>>;

  const phoneOf = (person: Person, given: string | undefined): string => {
    const invalid = (reason: string) =>
      new Fault('validation', { fields: [{ path: 'mobilePhone', reason }] });
    if (given === undefined && person.mobilePhone === null) throw invalid('required');
    const phone = given === undefined ? person.mobilePhone : parsePhone(given);
    if (!phone) throw invalid('invalidLocalPhoneNumber');
    return phone;
  };
  const ssnOf = async (person: Person, given: string | undefined): Promise<string> => {
    if (person.kind === 'person') return person.ssn;
    const invalid = (reason: string) => new Fault('validation', { fields: [{ path: 'ssn', reason }] });
    if (given === undefined) throw invalid('required');
    const parsed = parseKennitala(given, await kennitala.settingsFor(given, 'customer'));
    if (!parsed.ok) throw invalid('invalidSsn');
    if (parsed.kind === 'company') throw invalid('notAPerson');
    return parsed.ssn;
  };

  const begin = async (
    call: Write & { context: RequestContext; language: Language; body: Wanted },
    requestedMethod: SigningMethod | undefined,
  ) => {
    const { context, language, request } = call;
    const { documentId, shown, mobilePhone, ssn } = call.body;
    const person = await actorOf(context);
    const byPhone = mobilePhone !== undefined || (ssn === undefined && person.mobilePhone !== null);
    const method = requestedMethod ?? (byPhone ? 'mobile' : 'app');
    const called = method === 'mobile' ? phoneOf(person, mobilePhone) : await ssnOf(person, ssn);
    const own = called === (method === 'mobile' ? person.mobilePhone : person.ssn);
    const signing = { documentId, shown, method, called, own, language };
    return sign.begin(context, signing, (work) =>
      idempotently({ ...call, body: [call.body, context.session] }, async (tx) => {
        const id = await work(tx);
        // Log before calling: even a failed call reveals something about the owner of that phone.
        await audit(tx, request, context, 'document.startSigning', {
          object: { document: documentId },
          signing: id,
        });
        return id;
      }),
    );
  };
  const finish = async (
    call: Write & { context: RequestContext; language: Language; body: { transactionId: string } },
    method: SigningMethod,
  ) => {
    const { context, language, request, body } = call;
    const { ssn: actorSsn } = await actorOf(context);
    const signing = { method, id: body.transactionId, actorSsn, language };
    return sign.finish(context, signing, async (tx, documentId) => {
      await audit(tx, request, context, 'document.sign', {
        object: { document: documentId },
        signing: body.transactionId,
      });
      await recordEvent(tx, 'document.signed', context.subject.id, { documentId });
    });
  };

  return {
    startSigning: (call) => begin(call, call.body.method),
    startMobileSigning: (call) => begin(call, 'mobile'),
    startAppSigning: (call) => begin(call, 'app'),
    mobileSigningStatus: ({ query, context }) => sign.status(context, 'mobile', query.transactionId),
    appSigningStatus: ({ query, context }) => sign.status(context, 'app', query.transactionId),
    finishMobileSigning: (call) => finish(call, 'mobile'),
    finishAppSigning: (call) => finish(call, 'app'),
  };
};
