import type { ActAtOnce, CaseColleague, casesAtOnceCalls, ResultsAtOnce } from '@hofn/contracts';
import { errorCodes } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { employeeOf } from '../platform/caller.ts';
import { problemOf } from '../platform/error-responses.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { ActOnOne } from './act-on-one.ts';
import type { ReadCase } from './read-case.ts';
import { type ChangingAct, caseTaken } from './work-items.ts';

/** The act on one of the work items. */
const actOn = (act: ActAtOnce, version: number): ChangingAct =>
  act.act === 'answer' ? { ...act, version, close: true, note: '' } : { ...act, version };

const refusal = (reason: 'caseAlreadyYours' | 'caseNotYours') =>
  new Fault('conflict', { fields: [{ path: 'FORM', reason }] });

/**
 * What an act on many refuses that the act on one would do or refuse without saying why: a colleague's work item is taken over from its
 * own screen, where the button says so.
 */
const expectMeant = ({ act }: ActAtOnce, { row }: ReadCase['line'], employeeId: string): void => {
  const isMine = row.assigneeId === employeeId;
  if (act === 'assign' && isMine) throw refusal('caseAlreadyYours');
  if (act === 'assign' && row.assigneeId !== null) throw caseTaken(row.assigneeName);
  if (act === 'release' && row.assigneeId === null) throw refusal('caseNotYours');
};

/** Why a work item was left alone, as its screen would say it. */
const reasonOf = (fault: Fault, language: Language, request: FastifyRequest): string => {
  const { errors, message } = problemOf(fault, language, request.id);
  return errors?.FORM?.[0] ?? Object.values(errors ?? {})[0]?.[0] ?? message;
};

/** A refusal of one work item; anything else ends the call, which is repeated with its key. */
const isRefusal = (error: unknown): error is Fault =>
  error instanceof Fault && errorCodes[error.code].status < 500;

/** Colleagues who are in each list. */
export const inEach = (lists: readonly (readonly CaseColleague[])[]): CaseColleague[] => {
  const [first = [], ...others] = lists;
  return first.flatMap((one) => {
    const found = others.map((list) => list.find(({ key }) => key === one.key));
    if (found.includes(undefined)) return [];
    const handledBefore = [one, ...found].some((each) => each?.handledBefore);
    return [{ ...one, ...(handledBefore && { handledBefore: true }) }];
  });
};

export type ColleaguesOfOne = (
  request: FastifyRequest,
  found: ReadCase,
  language: Language,
) => Promise<CaseColleague[]>;

/** Acts on several work items, one after the other, each as its own call would do it (decision 159). */
export const actsAtOnceHandlers = ({
  read,
  actOnOne,
  colleaguesOfOne,
}: {
  read(request: FastifyRequest, id: string, language: Language): Promise<ReadCase>;
  actOnOne: ActOnOne;
  colleaguesOfOne: ColleaguesOfOne;
}): Handlers<typeof casesAtOnceCalls> => ({
  actOnCases: async ({ body, language, request }) => {
    const employee = employeeOf(request);
    const results: ResultsAtOnce = [];
    for (const { id, version } of body.cases) {
      let reason: string | null = null;
      try {
        const found = await read(request, id, language);
        await actOnOne(request, found, actOn(body.act, version), {
          ...{ language, part: id },
          // Not when the call is repeated: by then the work item is as the act left it.
          onFirst: () => expectMeant(body.act, found.line, employee.id),
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        reason = reasonOf(error, language, request);
      }
      results.push({ id, reason });
    }
    return { results };
  },

  colleaguesOfCases: async ({ query, language, request }) => {
    const lists: CaseColleague[][] = [];
    for (const id of new Set(query.cases.split(','))) {
      try {
        const found = await read(request, id, language);
        lists.push(await colleaguesOfOne(request, found, language));
      } catch (error) {
        // As if it were not in the list: nobody learns that it exists.
        if (!(error instanceof Fault && error.code === 'notFound')) throw error;
      }
    }
    return { items: inEach(lists) };
  },
});
