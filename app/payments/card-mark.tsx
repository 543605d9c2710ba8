import './card-mark.css';

const names: Record<string, string> = {
  visa: 'VISA',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UPAY',
  eftpos_au: 'EFTPOS',
};

/** A small card in the style of its brand, as a decoration: the brand's name is beside it. */
export function CardMark({ brand }: { brand: string }) {
  return (
    <span className={`card-mark ${brand}`} aria-hidden="true">
      {names[brand]}
    </span>
  );
}
