import type { BusinessView } from '../../../api/contract/schemas/business.ts';

/** The names of the policies, in their order. */
export const policyNames = { terms: 'Terms', privacy: 'Privacy', cancellation: 'Cancellation' } as const;

export type Policies = Pick<BusinessView, keyof typeof policyNames>;

/** The policies that the business has: each a link, or a text that unfolds. Plain markup, for pages without scripts too. */
export function PolicyList({ policies }: { policies: Policies }) {
  const names = Object.keys(policyNames) as (keyof Policies)[];
  return names.map((name) => <Policy key={name} label={policyNames[name]} text={policies[name]} />);
}

/** Whether the business has any. */
export const hasPolicies = ({ terms, privacy, cancellation }: Policies): boolean =>
  Boolean(terms || privacy || cancellation);

function Policy({ label, text }: { label: string; text: string }) {
  if (!text) return null;
  if (/^https:\/\/\S+$/.test(text))
    return (
      <p>
        <a href={text} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      </p>
    );
  return (
    <details>
      <summary>{label}</summary>
      <p className="policy-words" dir="auto">
        {text}
      </p>
    </details>
  );
}
