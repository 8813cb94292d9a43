import { parsePhone } from '@hofn/domain';
import type { EidMethod } from '@hofn/service/eid.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { findCustomer } from '../accounts.ts';
import {
  type CallFailure,
  codePage,
  electronicIdPage,
  type InputError,
} from '../pages/electronic-id-page.ts';
import type { Call } from '../sign-in/call-store.ts';
import type { BeginOutcome } from '../sign-in/electronic-id.ts';
import type { FirstFactor } from '../sign-in/first-factor.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { forgetPhone, rememberedPhone, rememberPhone } from '../sign-in/remembered-phone.ts';
import { normalizeName } from '../sign-in/sign-in.ts';
import { isUnstorable } from './forms-only.ts';
import {
  formText,
  type InteractionContext,
  type InteractionParts,
  type InteractionRequest,
  type InteractionRoute,
  type Interactions,
} from './interaction-context.ts';

const page = 'electronic-id';
const path = `/interaction/:uid/${page}`;

/** Parses the typed phone number or kennitala to call. */
const parseCallee = (method: EidMethod, typed: string): { called: string } | { fault: InputError } => {
  if (typed.trim() === '') return { fault: 'missing' };
  const called = method === 'app' ? normalizeName('customer', typed) : parsePhone(typed);
  return called === undefined || (method === 'app' && !/^\d{10}$/.test(called))
    ? { fault: 'shape' }
    : { called };
};

type FormState = { called?: string; fault?: InputError | undefined; failure?: CallFailure | undefined };

/** Signing in by electronic ID (rule AUTH-10b): the form, the page with the code while the call waits, and the outcome. */
export const electronicIdRoutes = (
  server: FastifyInstance,
  parts: InteractionParts & { interactions: Interactions },
) => {
  const { db, interactions, electronicId, clock, current, issuer } = parts;
  const cookiesOf = (request: InteractionRequest, reply: FastifyReply) =>
    current().createContext(request.raw, reply.raw).cookies;

  const sendForm = (
    request: InteractionRequest,
    reply: FastifyReply,
    context: InteractionContext & { staff?: FirstFactor },
    { method, ...shown }: { method: EidMethod } & FormState,
  ) => {
    const phone = rememberedPhone(cookiesOf(request, reply));
    const way = method === 'app' ? 'app' : 'eid';
    return interactions.send(
      reply,
      context,
      electronicIdPage(context.frame, {
        method,
        action: context.pageUrl(page),
        switchTo: context.switchTo(undefined, way),
        urlOfWay: (other) => context.pageUrl(undefined, other),
        isSecondFactor: context.staff !== undefined,
        ...(method === 'mobile' && phone !== undefined && { called: phone }),
        remember: phone !== undefined,
        ...shown,
      }),
    );
  };

  const sendCode = (
    reply: FastifyReply,
    context: InteractionContext,
    { method, called, code, endsAt }: Call,
  ) =>
    interactions.send(
      reply,
      context,
      codePage(context.frame, {
        method,
        called,
        code,
        seconds: Math.max(0, Math.ceil((endsAt - clock.now().getTime()) / 1000)),
        state: `${context.path}/${page}/state`,
        again: context.pageUrl(page),
        cancel: context.pageUrl(`${page}/cancel`),
        switchTo: context.switchTo(page),
      }),
    );

  const logRefusal = (request: InteractionRequest, context: InteractionContext, reason: string) =>
    interactions.logRefusal(request, context, { method: 'electronic-id', reason });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const context = await interactions.openForElectronicId(request, reply);
    const { frame, interaction, staff } = context;
    const method = request.body.method === 'app' ? 'app' : 'mobile';
    // The app of staff is called by the kennitala on file, which they need not type.
    const typed = staff && method === 'app' ? (staff.ssn ?? '') : formText(request.body.called);
    const callee = isUnstorable(request, 'called')
      ? ({ fault: 'characters' } as const)
      : parseCallee(method, typed);
    if ('fault' in callee && callee.fault === 'characters') reply.code(400);
    if ('fault' in callee) return sendForm(request, reply, context, { method, called: typed, ...callee });
    const cookies = cookiesOf(request, reply);
    // The resend form has no checkbox and must not change the remembered number.
    if (request.body.asks === 'phone' && request.body.remember === 'yes')
      rememberPhone(cookies, callee.called);
    else if (request.body.asks === 'phone') forgetPhone(cookies);
    const outcome: BeginOutcome = await electronicId.begin({
      uid: interaction.uid,
      method,
      called: callee.called,
      address: request.ip,
      device: knownDevice(cookies),
      message: (code) => frame.t(staff ? 'auth|eidMessageStaff' : 'auth|eidMessage', { code }),
    });
    if (outcome === 'called') return reply.redirect(context.pageUrl(page), 303);
    await logRefusal(request, context, outcome);
    return sendForm(request, reply, context, { method, called: typed, failure: outcome });
  });

  server.get<InteractionRoute>(path, async (request, reply) => {
    const context = await interactions.openForElectronicId(request, reply);
    const { staff } = context;
    const { uid } = context.interaction;
    const call = await electronicId.check(uid);
    if (!call) return reply.redirect(context.pageUrl(undefined, 'eid'), 303);
    if (call.state === 'waiting') return sendCode(reply, context, call);
    if (call.state !== 'confirmed') {
      const failure = call.state === 'stranger' ? 'notACustomer' : call.state;
      await logRefusal(request, context, failure);
      return sendForm(request, reply, context, { method: call.method, called: call.called, failure });
    }
    const finished = await electronicId.finish(uid, call, {
      address: request.ip,
      accountOf: async (ssn) => (staff ? (ssn === staff.ssn ? staff.sub : undefined) : findCustomer(db, ssn)),
    });
    if (finished.signedIn) {
      const { sub } = finished;
      return interactions.completeAndRedirect(request, reply, context, {
        sub,
        method: 'electronic-id',
        amr: [...(staff ? ['pwd'] : []), 'mca', 'mfa'],
      });
    }
    await logRefusal(request, context, finished.reason);
    return sendForm(request, reply, context, { method: call.method, failure: finished.reason });
  });

  server.get<InteractionRoute>(`${path}/state`, { config: { quiet: true } }, async (request, reply) => {
    const context = await interactions.openForElectronicId(request, reply);
    const state = (await electronicId.check(context.interaction.uid))?.state ?? 'gone';
    // Opening this URL completes the sign-in, for our page and for API clients alike.
    const redirectTo = state === 'confirmed' && new URL(context.pageUrl(page), issuer).href;
    return reply.header('cache-control', 'no-store').send({ state, ...(redirectTo && { redirectTo }) });
  });

  server.post<InteractionRoute>(`${path}/cancel`, async (request, reply) => {
    const context = await interactions.openForElectronicId(request, reply);
    await electronicId.cancel(context.interaction.uid);
    return reply.redirect(context.pageUrl(undefined, 'eid'), 303);
  });

  return { sendForm };
};
