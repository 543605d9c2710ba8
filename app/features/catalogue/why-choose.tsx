import { callOutline, ribbonOutline, shieldCheckmarkOutline, timeOutline } from 'ionicons/icons';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';

const reasons = [
  {
    icon: shieldCheckmarkOutline,
    title: 'Fully insured and bonded',
    text: 'Everyone who enters your home is vetted, insured and known to us by name.',
  },
  {
    icon: ribbonOutline,
    title: '100% satisfaction guarantee',
    text: 'Not right? We come back and make it right, or your money back within 30 days.',
  },
  {
    icon: callOutline,
    title: 'A concierge of your own',
    text: 'One person who knows your house, on one number.',
  },
  {
    icon: timeOutline,
    title: '24/7 emergency support',
    text: 'A burst pipe does not wait for Monday. Neither do we.',
  },
];

export function WhyChoose() {
  return (
    <section aria-labelledby="why-choose">
      <Card>
        <h2 id="why-choose">Why choose our services</h2>
        <ul className="why-reasons">
          {reasons.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon src={icon} size={24} />
              <div>
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
