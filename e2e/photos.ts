import { expect, type Page } from 'playwright/test';
import { aPicture } from '../api/testing/builders/photos.ts';
import { front } from './member-bookings.ts';
import type { RunningServer } from './server.ts';

export interface PhotoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture of this size, as a phone's camera makes it. */
export const photoFile = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await aPicture({ width, height })),
});

/** So many small pictures, named by their number after `name`. */
export const photoFiles = (count: number, name = ''): Promise<PhotoFile[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => photoFile(`${name}${n}.jpg`, 320, 240)));

/** A file that only claims to be a photo. */
export const noPhoto = (name: string, mimeType: string): PhotoFile => ({
  name,
  mimeType,
  buffer: Buffer.from('no photo at all'),
});

/** The stored photos of a booking, with their messages. */
export const storedPhotos = (server: RunningServer, bookingId: string) =>
  server.rows((db) =>
    db
      .selectFrom('photos as p')
      .innerJoin('messages as m', 'm.id', 'p.message_id')
      .select(['m.message', 'p.width', 'p.height'])
      .where('p.booking_id', '=', bookingId)
      .orderBy('p.position')
      .execute(),
  );

/** Photos are uploaded one after the other, and the server checks each. */
export const photosArrive = (server: RunningServer, bookingId: string, count: number) =>
  expect.poll(async () => (await storedPhotos(server, bookingId)).length).toBe(count);

/** Chooses photos for a message, as a person does. */
export const choosePhotos = (page: Page, files: PhotoFile[]) =>
  front(page.getByLabel('Add photos')).setInputFiles(files);

/** The photos of the message being written. */
export const photoStrip = (page: Page) =>
  front(page.getByRole('list', { name: /of 10 photos$/ })).getByRole('img');

/** The visible photos of the thread. */
export const photosInThread = (page: Page) =>
  page.getByRole('log').locator('.photo img').filter({ visible: true });

/** Shares to the app as a phone's share sheet does: by a form that leads to it. */
export async function shareToApp(page: Page, files: PhotoFile[]): Promise<void> {
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    });
    form.append(
      Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'photos',
        multiple: true,
        id: 'shared',
      }),
    );
    document.body.append(form);
  });
  await page.locator('#shared').setInputFiles(files);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form:has(#shared)')?.submit());
}
