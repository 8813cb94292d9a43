import type { CaseDraft, CaseDraftKind } from '@hofn/contracts';
import type { Fields } from '../../forms/useFields.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { useBeforeSignOut } from '../../parts/drafts/pending-saves.ts';
import { useDraftSaver } from '../../parts/drafts/useDraftSaver.ts';
import { useApi } from '../../session/index.ts';
import { useCaseDrafts } from './CaseDrafts.tsx';

type Content = CaseDraft['fields'];

const pauseMs = 1500;
const path = '/api/staff/v1/cases/{id}/drafts/{kind}';

/** The fields that are written in sentences; the others hold a choice, a day or an amount. */
const prose = ['text', 'note', 'is', 'en', 'reasons', 'reason'] as const;

/** What is on the screen, with both versions of what is written in sentences, the stored one first. */
const join = (newer: Content, mine: Content): Content => {
  const joined = { ...newer, ...mine };
  for (const name of prose) {
    const texts = new Set([newer[name], mine[name]].filter(Boolean));
    if (texts.size > 1) joined[name] = [...texts].join('\n\n');
  }
  return joined;
};

/** Stores what is typed in a form of a case as the employee's draft (rule DESK-4). */
export const useCaseDraft = <Values extends Content>(
  kind: CaseDraftKind,
  form: Pick<Fields<Values>, 'values' | 'isDirty' | 'restore' | 'reset'>,
) => {
  const api = useApi();
  const { caseId, get, set } = useCaseDrafts();
  const content: Content = form.isDirty ? form.values : {};
  const { fields, changedAt: keptAt } = get(kind);
  const stored = { content: fields, version: keptAt, ...(keptAt && { changedAt: keptAt }) };
  const { state, saver } = useDraftSaver<Content, string | null>(content, stored, {
    save: async (typed, seenAt, { keepalive }) => {
      const { changedAt } = await api.post(path, {
        params: { id: caseId, kind },
        body: { changedAt: seenAt, fields: typed },
        ...(keepalive && { keepalive }),
      });
      set(kind, { fields: typed, changedAt });
      return { version: changedAt, ...(changedAt && { changedAt }) };
    },
    read: async () => {
      const { items } = await api.get('/api/staff/v1/cases/{id}/drafts', { params: { id: caseId } });
      const draft = items.find((item) => item.kind === kind);
      return {
        content: draft?.fields ?? {},
        version: draft?.changedAt ?? null,
        ...(draft && { changedAt: draft.changedAt }),
      };
    },
    isNothing: ({ content: typed, version }) => version === null && Object.keys(typed).length === 0,
    pauseMs: () => pauseMs,
  });
  const keepBoth = (): Promise<boolean> => {
    const typed = form.values;
    const both = join(saver.takeNewer(), typed);
    form.restore({ ...typed, ...both });
    saver.change(both);
    return saver.save();
  };
  useBeforeSignOut(async ({ unattended }) => {
    if (unattended && saver.state().state === 'conflict') await keepBoth();
  });
  // A text that is on its way to the server is saved although the screen closes.
  useUnsaved(state.state === 'failed' || state.state === 'conflict');
  return {
    state,
    /** Whether something typed is kept. */
    hasText: form.isDirty,
    /** When the draft was changed that the screen shows. */
    changedAt: (): string | undefined => saver.version() ?? undefined,
    /** Sends what was typed, which deletes the draft. Nothing is sent while the employee has to choose a version. */
    send: async (act: () => Promise<boolean>): Promise<boolean> => {
      await saver.save();
      if (saver.state().state === 'conflict') return false;
      const isSent = await saver.end(act, null);
      if (isSent) set(kind, { fields: {}, changedAt: null });
      return isSent;
    },
    /** Empties the form and deletes the draft. */
    discard: (): void => {
      form.reset();
      saver.change({});
      void saver.save();
    },
    keepMine: (): void => void saver.keepMine(),
    takeNewer: (): void => {
      const newer = saver.takeNewer();
      form.restore({ ...form.values, ...newer });
    },
  };
};
export type FormDraft = ReturnType<typeof useCaseDraft>;
