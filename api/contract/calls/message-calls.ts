import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { photoLimits, photoTypes } from '../rules/photos.ts';
import { MessageForm } from '../schemas/forms.ts';
import { Message, Photo } from '../schemas/messages.ts';
import { Id } from '../schemas/primitives.ts';
import { call, FileContent, one, page } from './call.ts';

const photoOfBooking = z.object({ id: Id, photoId: Id });

/** Calls of a booking's thread and of the photos in it. */
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
    params: photoOfBooking,
    upload: { types: photoTypes, maxBytes: photoLimits.bytes },
    answer: Photo,
    errors: ['not_found', 'key_reused'],
  }),
  readPhoto: call({
    ...paths.readPhoto,
    summary: 'A photo, or its small copy',
    params: photoOfBooking,
    query: z.object({ size: z.optional(z.enum(['small'])) }),
    file: { type: 'image/webp', name: 'photo.webp' },
    answer: FileContent,
    errors: ['not_found'],
  }),
} as const;
