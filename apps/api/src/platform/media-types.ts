import { type Call, calls } from '@hofn/contracts';

type Content = { content?: Record<string, object> };
type Operation = { operationId?: string; requestBody?: object; responses?: Record<string, Content> };
type OpenApi = { paths?: Record<string, Record<string, Operation>> };

const asMediaType = (response: Content, type: string): Content => {
  const described = response.content?.['application/json'];
  return described ? { ...response, content: { [type]: described } } : response;
};

const binary = { type: 'string', format: 'binary' };

/**
 * The OpenAPI document of all calls with the media types that they really have: the library that writes it takes all
 * bodies for JSON, and describes no body of bytes.
 */
export const withMediaTypes = (document: object): object => {
  const { paths = {}, ...rest } = document as OpenApi;
  const rows: Readonly<Record<string, Call>> = calls;
  const describe = (operation: Operation): Operation => {
    const row = rows[operation.operationId ?? ''];
    const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
      if (Number(status) >= 400) return [status, asMediaType(response, 'application/problem+json')];
      return [status, row?.download ? asMediaType(response, row.download) : response];
    });
    return {
      ...operation,
      ...(row?.bytes && {
        requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } },
      }),
      responses: Object.fromEntries(responses),
    };
  };
  const described = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, describe(operation)]),
    ),
  ]);
  return { ...rest, paths: Object.fromEntries(described) };
};
