type Json = { [name: string]: unknown };
type OpenApi = Json & { paths?: Json; components?: Json & { schemas?: Json; securitySchemes?: Json } };

const corePath = '/api/core/';

const description = `Calls of other systems: an insurer's core system writes facts and reads what customers have done.

Every call needs an access token: \`client_credentials\` with \`private_key_jwt\`. A client is registered with
\`npm run core:client\`; \`docs/core/README.md\` has a script that gets a token.

Money is whole ISK, days are \`YYYY-MM-DD\`, instants RFC 3339 in UTC. Every error is \`application/problem+json\`.`;

/** Names of the shared schemas that a part of the document refers to, directly or through others. */
const schemasIn = (part: unknown, schemas: Json, found = new Set<string>()): Set<string> => {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    schemasIn(schemas[name] ?? {}, schemas, found);
  }
  return found;
};

const only = (fields: Json, isKept: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));

/** The OpenAPI document of the core connection alone (rule CORE-15), from the document of all calls. */
export const coreDocument = (whole: object): object => {
  const { paths = {}, components = {}, ...rest } = whole as OpenApi;
  const corePaths = only(paths, (path) => path.startsWith(corePath));
  const { schemas = {}, securitySchemes = {} } = components;
  const used = schemasIn(corePaths, schemas);
  return {
    ...rest,
    info: { title: 'Höfn core connection', version: '1', description },
    paths: corePaths,
    components: {
      schemas: only(schemas, (name) => used.has(name)),
      securitySchemes: only(securitySchemes, (name) => name === 'core'),
    },
  };
};
