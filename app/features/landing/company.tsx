import { withName } from '../../../api/contract/rules/look/texts.ts';
import type { LandingData } from './landing-data.ts';
import { Picture, Sign } from './pictures.tsx';
import { Section } from './section.tsx';

export function About({ business: { name }, texts }: Pick<LandingData, 'business' | 'texts'>) {
  return (
    <Section id="about" title={withName(texts.aboutTitle, name)} className="about">
      <div className="about-row">
        <div className="about-words">
          {withName(texts.about, name)
            .split('\n')
            .filter(Boolean)
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </div>
        <Picture name="keys" />
      </div>
    </Section>
  );
}

export function Contact({ business, texts }: Pick<LandingData, 'business' | 'texts'>) {
  return (
    <Section id="contact" title={texts.contactTitle} lead={texts.contactLead}>
      <ul className="contacts">
        <li>
          <a href={`tel:${business.tel}`}>
            <Sign name="phone" size={28} />
            <span className="contact-words">
              <span className="small">{texts.callTitle}</span>
              <strong className="where">{business.phone}</strong>
              {texts.callNote && <span className="small">{texts.callNote}</span>}
            </span>
          </a>
        </li>
        <li>
          <a href={`mailto:${business.email}`}>
            <Sign name="mail" size={28} />
            <span className="contact-words">
              <span className="small">{texts.writeTitle}</span>
              <strong className="where">{business.email}</strong>
              {texts.writeNote && <span className="small">{texts.writeNote}</span>}
            </span>
          </a>
        </li>
      </ul>
    </Section>
  );
}

/** The resources are named without links (spec §2). */
export function Support({ texts }: Pick<LandingData, 'texts'>) {
  return (
    <Section id="support" title={texts.supportTitle} className="support">
      <ul className="resources">
        {texts.resources.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
