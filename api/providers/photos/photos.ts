/** A photo as it is kept: upright, without what the camera wrote beside it, WebP. */
export interface Picture {
  /** Pixels of `large`. */
  width: number;
  height: number;
  large: Uint8Array;
  small: Uint8Array;
}

/** Where photos are kept, and what makes them fit to be. */
export interface Photos {
  /**
   * Makes a picture of whatever a person sent.
   * @throws PhotoRefused
   */
  prepare(sent: Uint8Array): Promise<Picture>;
  /** To be called before `keep`. @throws PhotosUnavailable while there is little room where they are kept, or no disk */
  requireRoom(): Promise<void>;
  /**
   * Resolves when it is on the disk for good. `fileId` is a random UUID of ours, used for nothing else.
   * @throws PhotosUnavailable; some of it may be there then
   */
  keep(fileId: string, picture: Picture): Promise<void>;
  /** @returns `null` where it is not there. @throws PhotosUnavailable */
  read(fileId: string, size: 'large' | 'small'): Promise<Uint8Array | null>;
  /** Whatever there is of it, if there is anything. @throws PhotosUnavailable */
  remove(fileId: string): Promise<void>;
}

/** These bytes become no picture, however often they come: of another kind, with too many pixels, or damaged. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly why: 'kind' | 'pixels' | 'damaged';

  constructor(why: PhotoRefused['why'], cause?: unknown) {
    super(`a photo was refused (${why})`, { cause });
    this.why = why;
  }
}

/** The folder can't be used now, such as a full disk. */
export class PhotosUnavailable extends Error {
  override name = 'PhotosUnavailable';
}
