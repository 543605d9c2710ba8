import { paths } from '../paths/paths.ts';
import { brandPictureBytes, brandPictureTypes } from '../rules/look/look.ts';
import {
  BrandPicture,
  BrandPictureKind,
  LookForm,
  LookSettings,
  TextSettings,
  TextsForm,
  TextsView,
} from '../schemas/settings/appearance.ts';
import { call } from './call.ts';

/** Calls about the look of the business and the texts of its landing page. */
export const appearanceCalls = {
  readTexts: call({ ...paths.readTexts, summary: 'Every text of the landing page', answer: TextsView }),
  readTextSettings: call({
    ...paths.readTextSettings,
    summary: 'The texts of the landing page, and those that hold without a change',
    answer: TextSettings,
  }),
  saveTexts: call({
    ...paths.saveTexts,
    summary: 'Publishes changed texts of the landing page; refused if others were published meanwhile',
    body: TextsForm,
    answer: TextSettings,
    errors: ['conflict'],
  }),
  readLookSettings: call({
    ...paths.readLookSettings,
    summary: 'The colours, the display face, the mark and the logo',
    answer: LookSettings,
  }),
  saveLook: call({
    ...paths.saveLook,
    summary: 'Publishes a changed look; refused if another was published meanwhile, or if it cannot be read',
    body: LookForm,
    answer: LookSettings,
    errors: ['conflict'],
  }),
  putBrandPicture: call({
    ...paths.putBrandPicture,
    summary: 'Keeps a mark or a logo for a look to be published',
    uncounted: 'weighed',
    params: BrandPictureKind,
    upload: { types: brandPictureTypes, maxBytes: brandPictureBytes },
    answer: BrandPicture,
  }),
} as const;
