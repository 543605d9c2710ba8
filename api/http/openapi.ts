import * as z from 'zod/mini';
import { access, type Who } from '../contract/access/access.ts';
import type { Call } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
import type { CallName } from '../contract/rules/paths.ts';
import { ApiErrorBody, type ErrorCode } from '../contract/schemas/errors.ts';
import { Refusal } from '../core/refusal.ts';

type Json = Record<string, unknown>;

/** The contract's table as OpenAPI 3.1, which accepts JSON Schema 2020-12 unchanged. */
export function openApi(server: string, cookieName: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, access[name]) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearthkeep', version: '1' },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: { Error: schema(ApiErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
    },
  };
}

function operation(name: string, call: Call, who: Who): Json {
  return {
    operationId: name,
    summary: call.summary,
    ...(who === 'anyone' || who === 'person' ? {} : { description: `Requires the permission ${who}.` }),
    security: who === 'anyone' ? [] : [{ session: [] }],
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.repeatable ? [idempotencyKey] : []),
    ],
    ...(call.body || call.upload ? { requestBody: { required: true, content: sent(call) } } : {}),
    responses: {
      // A file is described by its type alone.
      200: call.file
        ? { description: 'Done', content: { [call.file.type]: {} } }
        : response('Done', schema(call.answer, 'output')),
      ...refusals(call, who),
    },
  };
}

const sent = ({ body, upload }: Call): Json => ({
  ...(body ? { 'application/json': { schema: schema(body, 'input') } } : {}),
  ...Object.fromEntries((upload?.types ?? []).map((type) => [type, {}])),
});

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: "The client's own id of the attempt: a repeat gets the first answer and changes nothing.",
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
};

function parameters(shape: Call['params'], where: 'path' | 'query'): Json[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schema(shape, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The error codes of a call, grouped by status. */
function refusals(call: Call, who: Who): Json {
  const writes = call.method !== 'GET';
  const codes: ErrorCode[] = [
    ...(call.query || call.body || call.upload || call.repeatable ? (['invalid_input'] as const) : []),
    ...(who === 'anyone' ? [] : (['unauthorized', 'account_deleted'] as const)),
    ...(who === 'anyone' || who === 'person' ? [] : (['forbidden'] as const)),
    'too_many_requests',
    ...(writes ? (['foreign_origin'] as const) : []),
    ...(call.body || call.upload ? (['too_large', 'unsupported_media'] as const) : []),
    ...(call.errors ?? []),
    'internal',
    'unavailable',
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => new Refusal(code, '').status);
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      response(all.join(', '), { $ref: '#/components/schemas/Error' }),
    ]),
  );
}

const response = (description: string, body: Json): Json => ({
  description,
  content: { 'application/json': { schema: body } },
});

function schema(type: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io });
  return rest;
}
