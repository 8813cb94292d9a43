import { readFileSync } from 'node:fs';
import { acceptForms, type LanguageQuery, languageOf, sendPage } from '@hofn/service/pages.ts';
import type { Language } from '@hofn/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { cardPage, challengePage, endPage, gonePage, script, style, waitingPage } from './pages.ts';
import type { Verification, Verifications } from './verifications.ts';

const announcement = z.object({
  verificationId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/),
  origin: z.url({ protocol: /^https?$/ }),
  language: z.enum(['is', 'en']),
  expiresAt: z.iso.datetime(),
});
const cardFields = z.object({
  number: z.string().max(40).default(''),
  expires: z.string().max(20).default(''),
  code: z.string().max(20).default(''),
});

const noCard = cardFields.parse({});

type VerificationRoute = LanguageQuery & { Params: { id: string; act?: string } };

const pageOf = (language: Language, path: string, verification: Verification | undefined): string => {
  if (!verification) return gonePage(language, path);
  const { step, card, result, origin } = verification;
  if (step === 'ended' && result) return endPage(language, path, { origin, result });
  if (step === 'waiting') return waitingPage(language, path);
  return step === 'challenge' && card
    ? challengePage(language, path, `${card.brand} ${card.cardNumberMasked}`)
    : cardPage(language, path);
};

/** The origin that may frame the page: that of the verification in its URL. */
export const framedBy = (verifications: Verifications, url: string): string => {
  const [, id = ''] = /^\/verify\/([\w-]+)/.exec(url) ?? [];
  return verifications.find(id)?.origin ?? "'none'";
};

/** Registers `POST /verifications` for merchants and the pages for cardholders. */
export const registerVerify = (
  server: FastifyInstance,
  {
    verifications,
    publicUrl,
  }: { verifications: Verifications; publicUrl: (request: FastifyRequest) => string },
): void => {
  const css = readFileSync(new URL(import.meta.resolve('@hofn/ui/tokens.css')), 'utf8') + style;
  acceptForms(server);

  server.post('/verifications', async (request, reply) => {
    const parsed = announcement.safeParse(request.body);
    if (!parsed.success)
      return reply.code(400).send({ error: 'validation', message: z.prettifyError(parsed.error) });
    const { verificationId: id, expiresAt, origin, language } = parsed.data;
    verifications.announce({ id, language, origin: new URL(origin).origin, expiresAt: new Date(expiresAt) });
    return { paymentLink: new URL(`verify/${id}?lang=${language}`, publicUrl(request)).href };
  });

  const send = (reply: FastifyReply, html: string) =>
    sendPage(reply.header('cache-control', 'no-store'), html);
  const pathTo = (id: string) => `/verify/${encodeURIComponent(id)}`;
  const back = (request: FastifyRequest<VerificationRoute>, reply: FastifyReply) =>
    reply.redirect(`${pathTo(request.params.id)}?lang=${languageOf(request)}`, 303);

  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
  server.get('/verify.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  server.get<VerificationRoute>('/verify/:id', (request, reply) => {
    const { id } = request.params;
    return send(reply, pageOf(languageOf(request), pathTo(id), verifications.find(id)));
  });
  server.post<VerificationRoute>('/verify/:id/:act', (request, reply) => {
    const { id, act } = request.params;
    // CSRF protection.
    const from = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (from !== 'same-origin') return reply.callNotFound();
    const verification = verifications.find(id);
    if (!verification) return back(request, reply);
    if (act === 'confirm' || act === 'refuse') verifications.answer(verification, act === 'confirm');
    else if (act === 'card' && verification.step === 'card') {
      const card = cardFields.safeParse(request.body).data ?? noCard;
      const faults = verifications.enter(verification, card);
      if (faults.length > 0)
        return send(reply.code(422), cardPage(languageOf(request), pathTo(id), card, faults));
    }
    return back(request, reply);
  });
};
