import { expect, test } from 'vitest';
import type { Call } from '../contract/calls/call.ts';
import { calls } from '../contract/calls/calls.ts';
import { openApi } from './openapi.ts';

const document = openApi('https://hearthkeep.example', 'session');
const { paths } = document as { paths: Record<string, Record<string, Operation>> };

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description: string }>;
  security: object[];
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('every call of the contract is listed under its own name, and no other', () => {
  const written = operations.map((o) => [o.operation.operationId, o.method.toUpperCase(), o.path]);
  const known = Object.entries(calls).map(([name, call]) => [
    name,
    call.method,
    call.path.replace(/:(\w+)/g, '{$1}'),
  ]);
  expect(written.sort()).toEqual(known.sort());
});

test('every parameter of a path is declared and required', () => {
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((p) => p.in === 'path');
    expect(declared.map((p) => p.name)).toEqual(inPath);
    expect(declared.every((p) => p.required)).toBe(true);
  }
});

test('a body with one of two fields says so', () => {
  const book = paths['/api/bookings']?.post?.requestBody?.content['application/json']?.schema;
  expect(book).toMatchObject({
    required: ['serviceId', 'scheduledDate', 'paymentType'],
    oneOf: [{ required: ['notes'] }, { required: ['details'] }],
  });
});

test('each call states its body, its session and its errors by status', () => {
  const send = paths['/api/bookings/messages']?.post;
  expect(send?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['bookingId', 'message'],
  });
  expect(send?.parameters.map((p) => p.name)).toEqual(['Idempotency-Key']);
  expect(send?.security).toEqual([{ session: [] }]);
  expect(
    Object.fromEntries(Object.entries(send?.responses ?? {}).map(([s, r]) => [s, r.description])),
  ).toEqual({
    200: 'Done',
    400: 'invalid_input',
    401: 'unauthorized, account_deleted',
    403: 'foreign_origin',
    404: 'not_found',
    409: 'conflict, key_reused, photo_missing',
    413: 'too_large',
    415: 'unsupported_media',
    429: 'too_many_requests',
    500: 'internal',
    503: 'unavailable',
  });
  const withBody = Object.values(calls as Record<string, Call>).filter(
    (call) => call.body || call.upload,
  ).length;
  expect(operations.filter((o) => o.operation.requestBody)).toHaveLength(withBody);
});

test('every reference leads to a definition', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]);
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    const target = reference
      ?.split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    expect(target, reference).toBeTypeOf('object');
  }
});

test('calls with a file state its types', () => {
  const photo = paths['/api/bookings/{id}/photos/{photoId}'];
  const { requestBody, responses: put } = photo?.put ?? {};
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  expect(put?.[413]?.description).toBe('too_large');
  expect(photo?.get?.responses[200]).toEqual({ description: 'Done', content: { 'image/webp': {} } });
});
