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
import { isObject } from '../documents/values.ts';
import type { Store } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import { assertAffordable, countFields } from './cost.ts';
import { createQueryContext } from './query-context.ts';

const maxTokens = 2000;
const maxErrors = 20;

/** Refuses mutations and subscriptions by name: GET must not change anything. */
const queriesOnly = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition: (node) => {
    if (node.operation === 'query') return;
    context.reportError(
      new GraphQLError(`Only queries are supported, not ${node.operation}.`, { nodes: [node] }),
    );
  },
});

const rules = [queriesOnly, ...specifiedRules];

const readVariables = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new GraphQLError('variables must be a JSON object.');
};

export type GraphQLRequest = {
  query: string | undefined;
  variables?: string | undefined;
  operationName?: string | undefined;
};

export type GraphQLResponse = Pick<ExecutionResult, 'data' | 'errors'>;

/** Executes queries against one view. Errors in a query are returned in `errors`; internal errors are thrown. */
export const createQueryExecutor = (uncounted: GraphQLSchema, store: Store) => {
  const schema = countFields(uncounted);
  return async (
    view: View,
    { query, variables, operationName }: GraphQLRequest,
  ): Promise<GraphQLResponse> => {
    const limit = new AbortController();
    try {
      if (!query?.trim()) throw new GraphQLError('query is missing.');
      const document = parse(query, { maxTokens: maxTokens });
      assertAffordable(document);
      const errors = validate(schema, document, rules, { maxErrors: maxErrors });
      if (errors.length > 0) return { errors };
      const result = await execute({
        schema,
        document,
        contextValue: createQueryContext(store, view, (why) => limit.abort(why)),
        abortSignal: limit.signal,
        variableValues: variables ? readVariables(variables) : {},
        ...(operationName && { operationName }),
      });
      for (const { originalError } of result.errors ?? []) {
        if (originalError && !(originalError instanceof GraphQLError)) throw originalError;
      }
      return result;
    } catch (error) {
      if (limit.signal.reason instanceof GraphQLError) return { errors: [limit.signal.reason] };
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
  };
};
