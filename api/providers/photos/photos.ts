/** A photo as stored: upright, without the camera's own data, WebP. */
export interface Picture {
  /** The pixels of `large`. */
  width: number;
  height: number;
  large: Uint8Array;
  small: Uint8Array;
}

/** The storage of photos, and their preparation. */
export interface Photos {
  /**
   * Makes a picture from an uploaded file, in the sender's turn.
   * @param took called with the seconds that decoding took, also if it failed
   * @throws PhotoRefused; PhotosUnavailable if the server cannot decode now, which a later try may
   */
  prepare(sent: Uint8Array, personId: string, took: (seconds: number) => Promise<void>): Promise<Picture>;
  /** Must be called before `keep`. @throws PhotosUnavailable while the storage has little room, or no disk */
  requireRoom(): Promise<void>;
  /**
   * Resolves when the picture is permanently on the disk. `fileId` is a random UUID of ours, used for nothing else.
   * @throws PhotosUnavailable; a part may be stored then
   */
  keep(fileId: string, picture: Picture): Promise<void>;
  /** @returns `null` if there is none. @throws PhotosUnavailable */
  read(fileId: string, size: 'large' | 'small'): Promise<Uint8Array | null>;
  /** Deletes all files of the photo, if there are any. @throws PhotosUnavailable */
  remove(fileId: string): Promise<void>;
}

/**
 * The bytes can never become a picture: of another type, with too many pixels or scans, too few of them for a brand,
 * damaged, in need of more memory than there is, or a drawing with scripts or parts elsewhere.
 */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly why:
    | 'kind'
    | 'heic'
    | 'pixels'
    | 'small'
    | 'scans'
    | 'memory'
    | 'damaged'
    | 'active'
    | 'elsewhere';

  constructor(why: PhotoRefused['why'], cause?: unknown) {
    super(`a photo was refused (${why})`, { cause });
    this.why = why;
  }
}

/** The folder or the decoder cannot be used now, for example because the disk or the memory is full. */
export class PhotosUnavailable extends Error {
  override name = 'PhotosUnavailable';
}
