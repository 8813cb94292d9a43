import { type FormAccepted, formCallName, type formCalls } from '@hofn/contracts';
import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { addressKey } from '@hofn/service/address.ts';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { ReceiveForm } from '../complaints/from-form.ts';
import { audit } from '../platform/audit.ts';
import type { VisitContext } from '../platform/authorization.ts';
import { bearerOf } from '../platform/caller.ts';
import { recordEvent } from '../platform/events.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { AnnounceVisitorFile } from '../platform/uploads/announce-visitor-file.ts';
import { anonymousVisitor, isVisitToken, type Visits } from '../platform/visits.ts';
import type { CheckForm } from './check-form.ts';
import type { Submissions } from './submissions.ts';

type FormHandlers = Handlers<typeof formCalls>;
type FormRequest = { body: Record<string, unknown>; language: Language; request: FastifyRequest };

/** The site's forms: a call for each kind, all handled alike. */
export const formHandlers = (parts: {
  idempotently: Idempotently;
  announceVisitorFile: AnnounceVisitorFile;
  visits: Visits;
  submissions: Submissions;
  checkForm: CheckForm;
  receiveForm: ReceiveForm;
}): FormHandlers => {
  const { idempotently, announceVisitorFile, visits, submissions, checkForm, receiveForm } = parts;

  /** The visit that the form's files were uploaded in. The call is public, so the request guard has not read the token. */
  const visitOf = async (request: FastifyRequest): Promise<VisitContext | undefined> => {
    const token = bearerOf(request.headers.authorization);
    return token !== undefined && isVisitToken(token) ? visits.check(token) : undefined;
  };

  const send =
    (kind: (typeof formKindNames)[number]) =>
    async ({ body, language, request }: FormRequest): Promise<FormAccepted> => {
      const visit = await visitOf(request);
      const context = visit ?? anonymousVisitor;
      const { caller } = request;
      const sender = caller?.kind === 'customer' ? caller.context.actor.id : undefined;
      const write = { context, body, request };
      const replayed = await idempotently.replayedAnswer<FormAccepted>(write);
      if (replayed) return replayed;
      const values = await checkForm(kind, body, addressKey(request.ip));
      // A customer's complaint is a case of its own kind, which somebody reviews who did not handle it (rule RIGHT-2).
      if (sender !== undefined && kind === 'communication' && values.kind === 'complaint')
        return idempotently(write, async (tx) => {
          const { reference } = await receiveForm(tx, { customerId: sender, values, language });
          await audit(tx, request, context, 'form.send', { object: { complaint: reference }, kind });
          return { status: 'received', reference };
        });
      return idempotently(write, async (tx) => {
        const { id, ...accepted } = await submissions.store(tx, {
          kind,
          values,
          language,
          visit,
          // A compliment may be anonymous.
          customerId: kind === 'inquiry' ? sender : undefined,
        });
        await audit(tx, request, context, 'form.send', { object: { submission: id }, kind });
        const { reference, status } = accepted;
        if (status === 'received') await recordEvent(tx, 'form.submitted', id, { form: kind, reference });
        return accepted;
      });
    };

  return {
    // One for each kind, named as in the contract.
    ...(Object.fromEntries(formKindNames.map((kind) => [formCallName(kind), send(kind)])) as unknown as Omit<
      FormHandlers,
      'confirmPrevention' | 'addFormAttachment'
    >),
    confirmPrevention: async ({ body, request }) => {
      await submissions.confirm(body.token, async (tx, id) => {
        await audit(tx, request, anonymousVisitor, 'form.confirm', { object: { submission: id } });
        await recordEvent(tx, 'subscription.confirmed', id, {});
      });
      return { status: 'confirmed' };
    },
    addFormAttachment: announceVisitorFile,
  };
};
