import { formatMoney } from '../lib/money.ts';

export function Money({ cents, trimZeros = false }: { cents: number; trimZeros?: boolean }) {
  return <span className="money">{formatMoney(cents, { trimZeros })}</span>;
}
