import { createHash } from 'node:crypto';
import { lookChanged } from '../../../bus/changed.ts';
import { type BrandColours, firstLook } from '../../../contract/rules/look/look.ts';
import { nearestReadable } from '../../../contract/rules/look/palettes.ts';
import { heicWords, photoLimits } from '../../../contract/rules/photos.ts';
import type { BrandPicture, LookForm, LookSettings } from '../../../contract/schemas/settings/appearance.ts';
import { instant } from '../../../core/clock.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { PhotoRefused, PhotosUnavailable } from '../../../providers/photos/photos.ts';
import {
  deleteOldPictures,
  insertBrandPicture,
  lockAppearance,
  selectBrandPicture,
} from './appearance.repository.ts';
import { type FlatLook, flatLook, lookOf } from './appearance.rows.ts';
import { publishChange } from './publish.service.ts';

/** The published look, for who may change it. */
export function readLookSettings(deps: Pick<Deps, 'look'>): LookSettings {
  const current = deps.look.current();
  return { version: current.version, ...flatLook(current) };
}

/**
 * Publishes a changed look.
 * @throws Refusal `conflict` if another was published meanwhile, with the present settings as `current`;
 * `invalid_input` for colours with which a text could not be read, and for a picture that is not there
 */
export async function saveLook(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'look' | 'changes'>,
  person: Person,
  { version, ...form }: LookForm,
): Promise<LookSettings> {
  try {
    const row = await publishChange<FlatLook>(deps, person, {
      id: 'look',
      version,
      wanted: form as Partial<FlatLook>,
      first: flatLook(firstLook),
      words: (value) => String(value ?? 'the product’s own'),
      async require(tx, next) {
        requireReadable({ primary: next.primary, accent: next.accent });
        await requirePicture(tx, 'mark', next.mark);
        await requirePicture(tx, 'logo', next.logo);
      },
    });
    if (row) {
      deps.look.hold(lookOf(row));
      lookChanged(deps.changes);
    }
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.code !== 'conflict') throw cause;
    await deps.look.readAgain();
    throw new Refusal('conflict', cause.message, {
      fields: cause.fields ?? {},
      current: readLookSettings(deps),
      cause,
    });
  }
  return readLookSettings(deps);
}

function requireReadable(colours: BrandColours): void {
  const fields = Object.fromEntries(
    (['primary', 'accent'] as const).flatMap((role) => {
      const nearest = nearestReadable(role, colours);
      return nearest === colours[role]
        ? []
        : [[role, `Texts could not be read with this colour. The nearest with which they can: ${nearest}`]];
    }),
  );
  const [message] = Object.values(fields);
  if (message) throw new Refusal('invalid_input', message, { fields });
}

async function requirePicture(db: Tx, kind: 'mark' | 'logo', id: string | null): Promise<void> {
  if (id === null || (await selectBrandPicture(db, { id }))?.kind === kind) return;
  const message = 'This picture is not there any more. Please upload it again.';
  throw new Refusal('invalid_input', message, { fields: { [kind]: message } });
}

/**
 * Keeps an uploaded mark or logo, drawn anew; the upload itself is not stored.
 * @param upload reads the file, once it is clear that this person may send it
 * @throws Refusal `unsupported_media`, `too_large`, `invalid_input` for the file; `unavailable`
 */
export async function putBrandPicture(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'brandPictures'>,
  person: Person,
  { kind, upload }: { kind: 'mark' | 'logo'; upload: () => Promise<Uint8Array> },
): Promise<BrandPicture> {
  const sent = await upload();
  await deps.limits.photo(person.id);
  const by = { personId: person.id, took: (seconds: number) => deps.limits.photoTook(person.id, seconds) };
  const { content, shown, width, height } = await inWords(() => deps.brandPictures.prepare(kind, sent, by));
  const id = createHash('sha256').update(kind).update(content).digest('base64url').slice(0, 22);
  await insertBrandPicture(deps.db, {
    id,
    kind,
    content: Buffer.from(content).toString('base64'),
    shown: Buffer.from(shown).toString('base64'),
    width,
    height,
    created_at: instant(deps.clock),
  });
  return { id, width, height };
}

/** The bytes of an uploaded mark or logo; `null` if there is none. */
export async function readBrandPicture(
  db: Db,
  { id, size }: { id: string; size: 'content' | 'shown' },
): Promise<Buffer | null> {
  const row = await selectBrandPicture(db, { id });
  return row ? Buffer.from(row[size], 'base64') : null;
}

/** Deletes marks and logos that were uploaded before an instant and that the published look does not name. @returns how many */
export const deleteBrandPictures = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { before, rows }: { before: string; rows: number },
): Promise<number> =>
  deps.db.transaction().execute(async (tx) => {
    // Locked, so that none is published while it is deleted.
    const { mark, logo } = lookOf(await lockAppearance(tx, { id: 'look', now: instant(deps.clock) }));
    return deleteOldPictures(tx, { before, rows, kept: [mark, logo].filter((id) => id !== null) });
  });

const refusals: Record<PhotoRefused['why'], () => Refusal> = {
  kind: () => new Refusal('unsupported_media', 'Please choose a picture in SVG, PNG, JPEG or WebP'),
  heic: () => new Refusal('unsupported_media', heicWords),
  pixels: () =>
    new Refusal(
      'too_large',
      `This picture is too large: please choose one of at most ${photoLimits.pixels / 1_000_000} megapixels`,
    ),
  small: () =>
    new Refusal(
      'invalid_input',
      'This picture is too small to be sharp: a mark needs 128 pixels each way, a logo 40 in height',
    ),
  scans: () =>
    new Refusal('invalid_input', 'This picture is stored in too many layers: please save it as PNG'),
  memory: () => new Refusal('too_large', 'This picture needs too much memory: please choose a smaller one'),
  damaged: () =>
    new Refusal('invalid_input', 'This picture cannot be read: please save it anew, or choose another'),
  active: () =>
    new Refusal(
      'invalid_input',
      'This drawing holds a script, or other parts that are no shapes. Please export it as a plain SVG, or as PNG.',
    ),
  elsewhere: () =>
    new Refusal(
      'invalid_input',
      'This drawing takes parts from other files. Please export it with everything in it, or as PNG.',
    ),
};

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PhotoRefused) throw refusals[cause.why]();
    if (cause instanceof PhotosUnavailable)
      throw new Refusal('unavailable', 'Pictures cannot be drawn just now', { retryAfterSeconds: 30, cause });
    throw cause;
  }
}
