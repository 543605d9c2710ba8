import { Picture, type PictureName } from './pictures.tsx';
import { Section } from './section.tsx';

const categories: { name: string; picture: PictureName; tone: string; text: string }[] = [
  {
    name: 'Home Maintenance',
    picture: 'maintenance',
    tone: 'amber',
    text: 'Washer and dryer repair, dishwasher service, hot water heater, TV and electronics, drain unclogging, air filter changes.',
  },
  {
    name: 'Cleaning Services',
    picture: 'cleaning',
    tone: 'sky',
    text: 'House and bathroom cleaning, laundry service, gutter cleaning.',
  },
  {
    name: 'Outdoor Services',
    picture: 'outdoor',
    tone: 'leaf',
    text: 'Lawn mowing, snow shoveling, light landscaping, leaf raking, deck staining, holiday decorating.',
  },
  {
    name: 'Personal Services',
    picture: 'personal',
    tone: 'plum',
    text: 'Grocery shopping, errand running, meal preparation, dry cleaning pickup, pet care and walking.',
  },
  {
    name: 'General Help',
    picture: 'help',
    tone: 'slate',
    text: 'Light bulb changes, tech and internet help, furniture moving, wall painting, pest control.',
  },
  {
    name: 'Personal Concierge',
    picture: 'concierge',
    tone: 'pine',
    text: 'One person who knows your home and arranges all of it. One number to call, one thread to write in.',
  },
];

/** The five service categories and the concierge (spec §2). */
export function Services() {
  return (
    <Section
      id="services"
      title="Everything a home asks for"
      lead="Five kinds of help, and one person who brings them together."
    >
      <ul className="services">
        {categories.map(({ name, picture, tone, text }) => (
          <li key={name} className={`service ${tone}`}>
            <Picture name={picture} />
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
