import * as z from 'zod/mini';
import { type BookingDetailName, type OneTimeName, oneTimeNames } from '../rules/booking-details.ts';
import { emailPattern, longestEmail } from '../rules/email-address.ts';
import { messageLimit } from '../rules/message-terms.ts';
import { offerLimits } from '../rules/offer-terms.ts';
import { photoLimits } from '../rules/photos.ts';
import { priorities } from '../rules/priorities.ts';
import { isVisible, visiblePart } from '../rules/visible-text.ts';
import { Id, PlanId } from './primitives.ts';

/**
 * Removes characters that the databases cannot store: NUL, and halves of surrogate pairs. A text of which nothing can
 * be seen is empty.
 */
const readable = () =>
  z.overwrite<string>((text) => (isVisible(text) ? text.replaceAll('\0', '').toWellFormed() : ''));
/** A person's text, up to `max` characters. */
export const text = (max: number) =>
  z
    .string('Required')
    .check(readable(), z.trim(), z.maxLength(max, `Please keep this under ${max} characters`));

/** Makes a text one line without control characters, as names need to be in letters, calendars and lists. */
export const oneLine = () => z.overwrite<string>((words) => words.replace(/[\s\p{Cc}]+/gu, ' ').trim());

/** Refuses a text of which fewer than `min` characters are seen. */
export const atLeast = (min: number, message: string) =>
  z.refine<string>((words) => visiblePart(words).length >= min, message);

/** A text of at least `min` letters that are seen. @param message for one that is shorter */
export const textFrom = (min: number, message: string, max = 200) =>
  z
    .string('Required')
    .check(
      readable(),
      z.trim(),
      z.minLength(min, message),
      atLeast(min, message),
      z.maxLength(max, `Please keep this under ${max} characters`),
    );
const optionalText = z.optional(text(2000));
const invalidEmail = 'Please provide a valid email address';
export const emailAddress = z
  .email({ pattern: emailPattern, error: invalidEmail })
  .check(z.maxLength(longestEmail, invalidEmail));
const when = z.iso.datetime('Please select a preferred date and time');

/** The rule of each detail of a booking (spec §5). */
const detailRules = {
  customerName: textFrom(2, 'Please enter your name'),
  phone: textFrom(10, 'Please provide a valid phone number', 40),
  email: emailAddress,
  address: textFrom(10, 'Please provide a complete address', 300),
  notes: optionalText,
  city: textFrom(2, 'Please enter a city or suburb'),
  state: textFrom(2, 'Please enter a state'),
  postalCode: textFrom(4, 'Please enter a postcode', 12),
  emergencyContact: textFrom(2, 'Please name an emergency contact'),
  emergencyPhone: textFrom(10, 'Please provide a valid phone number', 40),
  subscriptionTier: PlanId,
  accessInstructions: optionalText,
  /** 'yes': whoever made the last visit, if possible. */
  samePerson: z.optional(z.string().check(z.refine((wish) => wish === '' || wish === 'yes'))),
} satisfies Record<BookingDetailName, z.ZodMiniType>;

/** A customer's answers to the questions of a service, each by the id of the version that they saw. */
export const BookingAnswers = z.array(z.object({ questionId: Id, answer: text(offerLimits.answer) })).check(
  z.maxLength(offerLimits.questions.most),
  z.refine(
    (answers) => new Set(answers.map((one) => one.questionId)).size === answers.length,
    'Please answer each question once',
  ),
);
export type BookingAnswers = z.infer<typeof BookingAnswers>;

/** The details that a customer gives with a plan's booking, field by field. */
export const BookingDetailsForm = z.object(detailRules);
export type BookingDetailsForm = z.infer<typeof BookingDetailsForm>;

/** The customer's details of a one-time booking (spec §5). */
export const oneTimeDetails = {
  ...(Object.fromEntries(oneTimeNames.map((name) => [name, detailRules[name]])) as Pick<
    typeof detailRules,
    OneTimeName
  >),
  scheduledDate: when,
};
export const OneTimeBookingForm = z.object(oneTimeDetails);
export type OneTimeBookingForm = z.infer<typeof OneTimeBookingForm>;

/** The same details and those of a plan's booking (spec §5). */
export const SubscriptionBookingForm = z.object({ ...detailRules, scheduledDate: when });
export type SubscriptionBookingForm = z.infer<typeof SubscriptionBookingForm>;

export const customHours = { min: 0.5, max: 20, step: 0.5 } as const;
const hoursMessage = 'Please estimate how many hours this might take';

/** The details of a custom service request (spec §5). */
export const customRequestDetails = {
  serviceName: textFrom(3, 'Service name must be at least 3 characters'),
  description: textFrom(10, 'Please provide a detailed description (minimum 10 characters)', 4000),
  estimatedHours: z
    .number(hoursMessage)
    .check(
      z.minimum(customHours.min, hoursMessage),
      z.maximum(customHours.max, hoursMessage),
      z.multipleOf(customHours.step, hoursMessage),
    ),
  scheduledDate: when,
  priority: z.enum(priorities),
  location: textFrom(5, 'Please provide the location of the service', 300),
  contactInfo: textFrom(10, 'Please provide your contact information', 200),
  notes: optionalText,
};
export const CustomRequestForm = z.object(customRequestDetails);
export type CustomRequestForm = z.infer<typeof CustomRequestForm>;

/** Stars and optional words (spec §2, Leave Review). */
export const ReviewForm = z.object({
  rating: z
    .int('Please choose 1 to 5 stars')
    .check(z.minimum(1, 'Please choose 1 to 5 stars'), z.maximum(5, 'Please choose 1 to 5 stars')),
  review: text(2000),
});
export type ReviewForm = z.infer<typeof ReviewForm>;

const tooLong = `Please keep a message under ${messageLimit} characters`;
const noWords = 'Please write a message';
/** The text of a message: trimmed, never empty (spec §5). */
export const MessageText = z
  .string('Required')
  .check(readable(), z.trim(), z.minLength(1, noWords), z.maxLength(messageLimit, tooLong));

/** The parts of a chat message that its writer sends, by a call or over the socket (spec §5). */
export const chatMessage = {
  content: MessageText,
  /**
   * The newest message that a support writer has seen; `null` if there was none. The message is refused if another of
   * the team has answered since. Left out: never refused.
   */
  lastSeenId: z.optional(z.nullable(Id)),
};
export const ChatMessageForm = z.object({
  /** The customer's id. Everybody but the team has only their own conversation. */
  conversationId: Id,
  /** Whether it is written as the team. */
  isSupport: z.boolean(),
  ...chatMessage,
});

/**
 * A message in a booking's thread, with the ids under which the device has uploaded its photos for this booking. With
 * photos the text may be empty.
 */
export const MessageForm = z
  .object({
    bookingId: Id,
    message: z.string('Required').check(readable(), z.trim(), z.maxLength(messageLimit, tooLong)),
    photoIds: z.optional(
      z.array(Id).check(
        z.maxLength(
          photoLimits.perMessage,
          `Please send at most ${photoLimits.perMessage} photos in a message`,
        ),
        z.refine((ids) => new Set(ids).size === ids.length, 'Please send each photo once'),
      ),
    ),
  })
  .check(
    z.refine(({ message, photoIds = [] }) => message !== '' || photoIds.length > 0, {
      path: ['message'],
      error: noWords,
    }),
  );
