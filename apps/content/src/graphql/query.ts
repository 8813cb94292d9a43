import {
  type ASTVisitor,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql';
import { isPlain } from '../documents/values.ts';
import type { Store } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import { countFields, refuseCostly } from './cost.ts';
import { createReading } from './reading.ts';

const mostTokens = 2000;
const mostErrors = 20;

/** GET changes nothing, so it is told by name what else was asked for. */
const queriesOnly = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition: (node) => {
    if (node.operation === 'query') return;
    context.reportError(
      new GraphQLError(`Only queries are answered here, no ${node.operation}.`, { nodes: [node] }),
    );
  },
});

const rules = [queriesOnly, ...specifiedRules];

const readVariables = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch {
    // Told below, with what is wanted.
  }
  throw new GraphQLError('variables must be a JSON object.');
};

export type Question = {
  query: string | undefined;
  variables?: string | undefined;
  operationName?: string | undefined;
};

/** An answer of GraphQL: what was found, and what was wrong with the question. */
export type Answer = Pick<ExecutionResult, 'data' | 'errors'>;

/** Answers queries from one view. What is wrong with a query stands in `errors`; a fault of ours is thrown. */
export const createAnswerer = (given: GraphQLSchema, store: Store) => {
  const schema = countFields(given);
  return async (view: View, { query, variables, operationName }: Question): Promise<Answer> => {
    const over = new AbortController();
    try {
      if (!query?.trim()) throw new GraphQLError('query is missing.');
      const document = parse(query, { maxTokens: mostTokens });
      refuseCostly(document);
      const errors = validate(schema, document, rules, { maxErrors: mostErrors });
      if (errors.length > 0) return { errors };
      const result = await execute({
        schema,
        document,
        contextValue: createReading(store, view, (why) => over.abort(why)),
        abortSignal: over.signal,
        variableValues: variables ? readVariables(variables) : {},
        ...(operationName && { operationName }),
      });
      for (const { originalError } of result.errors ?? []) {
        if (originalError && !(originalError instanceof GraphQLError)) throw originalError;
      }
      return result;
    } catch (error) {
      if (over.signal.reason instanceof GraphQLError) return { errors: [over.signal.reason] };
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  };
};
