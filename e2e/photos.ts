import { expect, type Page } from 'playwright/test';
import { aPicture } from '../api/testing/photos.ts';
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

/** A file that only says that it is one. */
export const noPhoto = (name: string, mimeType: string): PhotoFile => ({
  name,
  mimeType,
  buffer: Buffer.from('no photo at all'),
});

/** What the server has of a booking's photos, with the messages that they belong to. */
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

/** One goes after the other, and the server looks at each. */
export const photosArrive = (server: RunningServer, bookingId: string, count: number) =>
  expect.poll(async () => (await storedPhotos(server, bookingId)).length).toBe(count);

/** As a person does it who takes or chooses photos for a message. */
export const choosePhotos = (page: Page, files: PhotoFile[]) =>
  front(page.getByLabel('Add photos')).setInputFiles(files);

/** The photos that go with the message that is being written. */
export const photoStrip = (page: Page) =>
  front(page.getByRole('list', { name: /of 10 photos$/ })).getByRole('img');

/** Those of the thread that are there to be seen. */
export const photosInThread = (page: Page) =>
  page.getByRole('log').locator('.photo img').filter({ visible: true });

/** As a phone's share sheet does: a form that leads to the app. */
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
