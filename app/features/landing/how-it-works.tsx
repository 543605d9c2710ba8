import type { LandingData } from './landing-data.ts';
import { Picture, type PictureName } from './pictures.tsx';
import { Section } from './section.tsx';

/** The drawings of the short version, in its order. */
const scenes: PictureName[] = ['tell', 'arrive', 'relax'];

/** How It Works in steps, and once more shortly (spec §2). */
export function HowItWorks({ texts }: Pick<LandingData, 'texts'>) {
  return (
    <Section id="how-it-works" title={texts.stepsTitle} lead={texts.stepsLead}>
      <ol className="steps">
        {texts.steps.map(({ title, text }, at) => (
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
      {texts.shortly.length > 0 && (
        <div className="shortly">
          <h3>{texts.shortlyTitle}</h3>
          <ol>
            {texts.shortly.map(({ title, text }, at) => (
              <li key={title}>
                <Picture name={scenes[at] ?? 'keys'} />
                <h4>{title}</h4>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Section>
  );
}
