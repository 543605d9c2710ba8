import { photoLimits } from '../../../api/contract/rules/photos.ts';

/** A photo as it is sent: made smaller, turned upright, and without the camera's notes of place and time. */
export interface PreparedPhoto {
  bytes: ArrayBuffer;
  type: string;
  width: number;
  height: number;
}

const quality = 0.82;

/**
 * Makes a photo as small as it is stored (2048 px on its longer side), on the device, so that little is sent.
 * @throws if this device cannot read it as a photo
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto> {
  const picture = await createImageBitmap(file);
  try {
    const scale = Math.min(1, photoLimits.longSide / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This device has too little memory to make the photo smaller');
    // Transparent parts would be black in a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    const blob = await encode(canvas);
    return { bytes: await blob.arrayBuffer(), type: blob.type, width, height };
  } finally {
    picture.close();
  }
}

/** A browser that cannot write WebP returns a PNG, many times as large, so a JPEG is used then. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp');
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg');
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The photo could not be made smaller'))),
      type,
      quality,
    ),
  );
