import { parsePhone } from '@hofn/domain';
import type { EidMethod } from '@hofn/service/eid.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type CallEnd, type CallFault, codePage, electronicIdPage } from '../pages/electronic-id-page.ts';
import type { Call } from '../sign-in/call-store.ts';
import type { Begun } from '../sign-in/electronic-id.ts';
import { knownDevice } from '../sign-in/known-device.ts';
import { forgetPhone, rememberedPhone, rememberPhone } from '../sign-in/remembered-phone.ts';
import { storedName } from '../sign-in/sign-in.ts';
import {
  type InteractionParts,
  type InteractionRequest,
  type InteractionRoute,
  type Opened,
  type Opening,
  typedText,
} from './opening.ts';

const page = 'electronic-id';
const path = `/interaction/:uid/${page}`;

/** What was typed, as it is called; or what is wrong with it. */
const calledOf = (method: EidMethod, typed: string): { called: string } | { fault: CallFault } => {
  if (typed.trim() === '') return { fault: 'missing' };
  const called = method === 'app' ? storedName('customer', typed) : parsePhone(typed);
  return called === undefined || (method === 'app' && !/^\d{10}$/.test(called))
    ? { fault: 'shape' }
    : { called };
};

type Shown = { called?: string; fault?: CallFault | undefined; end?: CallEnd | undefined };

/** Signing in by electronic ID (rule AUTH-10b): whose phone, the code while it waits, and how it ended. */
export const electronicIdRoutes = (
  server: FastifyInstance,
  parts: InteractionParts & { opening: Opening },
) => {
  const { opening, electronicId, clock, current, issuer } = parts;
  const cookiesOf = (request: InteractionRequest, reply: FastifyReply) =>
    current().createContext(request.raw, reply.raw).cookies;

  const sendForm = (
    request: InteractionRequest,
    reply: FastifyReply,
    opened: Opened,
    { method, ...shown }: { method: EidMethod } & Shown,
  ) => {
    const phone = rememberedPhone(cookiesOf(request, reply));
    const way = method === 'app' ? 'app' : 'eid';
    return opening.send(
      reply,
      opened,
      electronicIdPage(opened.frame, {
        method,
        action: opened.at(page),
        switchTo: opened.switchTo(undefined, way),
        wayAt: (other) => opened.at(undefined, other),
        ...(method === 'mobile' && phone !== undefined && { called: phone }),
        remember: phone !== undefined,
        ...shown,
      }),
    );
  };

  const sendCode = (reply: FastifyReply, opened: Opened, { method, called, code, endsAt }: Call) =>
    opening.send(
      reply,
      opened,
      codePage(opened.frame, {
        method,
        called,
        code,
        seconds: Math.max(0, Math.ceil((endsAt - clock.now().getTime()) / 1000)),
        state: `${opened.path}/${page}/state`,
        again: opened.at(page),
        cancel: opened.at(`${page}/cancel`),
        switchTo: opened.switchTo(page),
      }),
    );

  const note = (request: InteractionRequest, opened: Opened, reason: string) =>
    opening.noteRefusal(request, opened, { method: 'electronic-id', reason });

  server.post<InteractionRoute>(path, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const { frame, interaction } = opened;
    const method = request.body.method === 'app' ? 'app' : 'mobile';
    const typed = typedText(request.body.called);
    const asked = calledOf(method, typed);
    if ('fault' in asked) return sendForm(request, reply, opened, { method, called: typed, ...asked });
    const cookies = cookiesOf(request, reply);
    // The button to send again asks nothing, and leaves what was chosen as it is.
    if (request.body.asks === 'phone' && request.body.remember === 'yes')
      rememberPhone(cookies, asked.called);
    else if (request.body.asks === 'phone') forgetPhone(cookies);
    const begun: Begun = await electronicId.begin({
      uid: interaction.uid,
      method,
      called: asked.called,
      address: request.ip,
      device: knownDevice(cookies),
      message: (code) => frame.t('auth|eidMessage', { code }),
    });
    if (begun === 'called') return reply.redirect(opened.at(page), 303);
    note(request, opened, begun);
    return sendForm(request, reply, opened, { method, called: typed, end: begun });
  });

  server.get<InteractionRoute>(path, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const { uid } = opened.interaction;
    const call = await electronicId.look(uid);
    if (!call) return reply.redirect(opened.at(undefined, 'eid'), 303);
    if (call.state === 'waiting') return sendCode(reply, opened, call);
    if (call.state !== 'confirmed') {
      note(request, opened, call.state);
      return sendForm(request, reply, opened, { method: call.method, called: call.called, end: call.state });
    }
    const finished = await electronicId.finish(uid, call, request.ip);
    if (finished.signedIn) {
      const { sub } = finished;
      return opening.letIn(request, reply, opened, { sub, method: 'electronic-id', amr: ['mca', 'mfa'] });
    }
    note(request, opened, finished.reason);
    return sendForm(request, reply, opened, { method: call.method, end: finished.reason });
  });

  server.get<InteractionRoute>(`${path}/state`, { config: { quiet: true } }, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    const state = (await electronicId.look(opened.interaction.uid))?.state ?? 'gone';
    // Opening the page is what signs in, for a page of ours and for who asks without one.
    const redirectTo = state === 'confirmed' && new URL(opened.at(page), issuer).href;
    return reply.header('cache-control', 'no-store').send({ state, ...(redirectTo && { redirectTo }) });
  });

  server.post<InteractionRoute>(`${path}/cancel`, async (request, reply) => {
    const opened = await opening.openForCustomer(request, reply);
    await electronicId.cancel(opened.interaction.uid);
    return reply.redirect(opened.at(undefined, 'eid'), 303);
  });

  return { sendForm };
};
