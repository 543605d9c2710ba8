import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import { MessageForm } from '../schemas/forms.ts';
import { Message, Photo } from '../schemas/messages.ts';
import { Id } from '../schemas/primitives.ts';
import { call, FileContent, one, page } from './call.ts';

/** `id` is that of a booking, or of a question. */
const photoOf = z.object({ id: Id, photoId: Id });

/** Calls of a booking's thread, and of the photos in it and in its answers. */
export const messageCalls = {
  listMessages: call({
    ...paths.listMessages,
    summary: "A booking's thread, the oldest first",
    cost: 'heavy',
    params: one,
    query: page,
    answer: z.array(Message),
    errors: ['not_found'],
  }),
  sendMessage: call({
    ...paths.sendMessage,
    summary: "Writes in a booking's thread",
    body: MessageForm,
    answer: Message,
    repeatable: true,
    errors: ['not_found', 'conflict', 'key_reused', 'photo_missing'],
  }),
  putPhoto: call({
    ...paths.putPhoto,
    summary: 'Keeps a photo for a message to come, under the id that its device gave it; may be repeated',
    uncounted: 'weighed',
    params: photoOf,
    upload: { types: photoTypes, maxBytes: photoLimits.bytes },
    answer: Photo,
    errors: ['not_found', 'key_reused'],
  }),
  readPhoto: call({
    ...paths.readPhoto,
    summary: 'A photo, or its small copy',
    params: photoOf,
    query: z.object({ size: z.optional(z.enum(['small'])) }),
    file: { type: 'image/webp', name: 'photo.webp' },
    answer: FileContent,
    errors: ['not_found'],
  }),
  putAnswerPhoto: call({
    ...paths.putAnswerPhoto,
    summary:
      'Keeps a photo that answers a question of a service, until its booking takes it; may be repeated',
    uncounted: 'weighed',
    params: photoOf,
    upload: { types: photoTypes, maxBytes: photoLimits.bytes },
    answer: Photo,
    errors: ['not_found', 'key_reused'],
  }),
  readAnswerPhoto: call({
    ...paths.readAnswerPhoto,
    summary: "The person's own photo for a question, also before a booking has taken it",
    params: photoOf,
    query: z.object({ size: z.optional(z.enum(['small'])) }),
    file: { type: 'image/webp', name: 'photo.webp' },
    answer: FileContent,
    errors: ['not_found'],
  }),
} as const;
