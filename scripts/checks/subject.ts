/** Questions and doublings that have to be read twice in a subject. */
const doubled = /\b(what|whom|whatever|whoever|whichever|too, too)\b/i;

/**
 * Says why a commit's subject breaks the rule in CONTRIBUTING (Commit), or null if it keeps it. No list of verbs can
 * be complete: a word in the form of an imperative is enough.
 */
export function faultOfSubject(subject: string): string | null {
  const first = subject.split(' ')[0] ?? '';
  if (!/^[A-Z][a-z]+$/.test(first)) return 'does not begin with a verb in capitals and small letters';
  if (/([^e]ed|[^su]s)$/.test(first) || /(?<!^Br)ing$/.test(first) || /^(The|An?|It|No|When|If)$/.test(first))
    return `begins with '${first}', which is no imperative`;
  if (doubled.test(subject)) return `has '${doubled.exec(subject)?.[0]}': name the thing`;
  if (subject.length > 90) return `has ${subject.length} characters; 90 are the most`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  return null;
}
