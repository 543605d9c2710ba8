import type { Business } from './business.ts';
import { Picture, Sign } from './pictures.tsx';
import { Section } from './section.tsx';

const help = [
  { title: 'Help Center', text: 'Answers about plans, hours and visits.' },
  { title: 'Service Areas', text: 'Where our people live and work.' },
  { title: 'Privacy Policy', text: 'What we keep of you, and what we never do with it.' },
  { title: 'Terms of Service', text: 'What you can hold us to.' },
];

export function About({ name }: { name: string }) {
  return (
    <Section id="about" title="You hand us your keys. We know what that means." className="about">
      <div className="about-row">
        <div className="about-words">
          <p>
            {`${name} began with one street and a spare set of keys. Today 5,000+ homeowners leave the list to us, and we have ticked off 50,000+ tasks for them, at an average rating of 4.9.`}
          </p>
          <p>
            The people who come are vetted, trained, fully insured and bonded. You will know them by name, and
            they will know where the good ladder is. And every visit carries our 100% satisfaction guarantee.
          </p>
        </div>
        <Picture name="keys" />
      </div>
    </Section>
  );
}

export function Contact({ business }: { business: Business }) {
  return (
    <Section id="contact" title="Talk to us" lead="A person answers, day and night.">
      <ul className="contacts">
        <li>
          <a href={`tel:${business.tel}`}>
            <Sign name="phone" size={28} />
            <span className="contact-words">
              <span className="small">Call us</span>
              <strong className="where">{business.phone}</strong>
              <span className="small">24/7 for emergencies</span>
            </span>
          </a>
        </li>
        <li>
          <a href={`mailto:${business.email}`}>
            <Sign name="mail" size={28} />
            <span className="contact-words">
              <span className="small">Write to us</span>
              <strong className="where">{business.email}</strong>
              <span className="small">We reply to e-mail within 2 hours</span>
            </span>
          </a>
        </li>
      </ul>
    </Section>
  );
}

/** The resources are named without links (spec §2). */
export function Support() {
  return (
    <Section id="support" title="Support and resources" className="support">
      <ul className="resources">
        {help.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
