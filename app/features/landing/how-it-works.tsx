import { Picture, type PictureName } from './pictures.tsx';
import { Section } from './section.tsx';

const steps = [
  {
    title: 'Choose a plan',
    text: 'Pick the hours your home needs each month, or book a single service by card.',
  },
  {
    title: 'Tell us what to do',
    text: 'Book in the app in a minute, or call your concierge and say it once.',
  },
  { title: 'We take care of it', text: 'Vetted, insured people arrive when you asked them to.' },
  { title: 'See that it’s done', text: 'Follow every visit, see your hours, and rate the work.' },
];

const shortly: { title: string; text: string; picture: PictureName }[] = [
  { title: 'You ask', text: 'A tap, a message or a call.', picture: 'tell' },
  { title: 'We come', text: 'The right person, on time.', picture: 'arrive' },
  { title: 'You rest', text: 'The list is ours now.', picture: 'relax' },
];

/** How It Works, in four steps, and once more in three (spec §2). */
export function HowItWorks() {
  return (
    <Section
      id="how-it-works"
      title="How It Works"
      lead="Four steps from a list on the fridge to a home that’s done."
    >
      <ol className="steps">
        {steps.map(({ title, text }, at) => (
          <li key={title}>
            <span className="step-number" aria-hidden="true">
              {at + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="shortly">
        <h3>Or, in three</h3>
        <ol>
          {shortly.map(({ title, text, picture }) => (
            <li key={title}>
              <Picture name={picture} />
              <h4>{title}</h4>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
