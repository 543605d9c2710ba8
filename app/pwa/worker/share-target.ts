import { keepShared } from '../photos/shared.ts';
import { rememberedId } from './front-page.ts';

/** The name of the files in the manifest. */
const field = 'photos';

/**
 * Takes photos from the phone's share sheet (https://w3c.github.io/web-share-target/), with or without a network,
 * and leads to the page on which a booking is chosen for them. The address says whether none, or not all, of them
 * could be taken.
 */
export async function takeShared(request: Request): Promise<Response> {
  let address = '/share?lost';
  try {
    const form = await request.formData();
    const files = form.getAll(field).filter((value) => value instanceof File);
    const kept = await keepShared(files, rememberedId);
    if (kept) address = kept < files.length ? '/share?part' : '/share';
  } catch {
    // No photo arrived.
  }
  return Response.redirect(new URL(address, request.url), 303);
}
