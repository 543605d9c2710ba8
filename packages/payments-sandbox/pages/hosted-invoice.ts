import { formatMoney } from '../core/money.ts';
import type { Objects } from '../core/objects.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (value: string): string => value.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark);

const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

/** The page behind an invoice's `hosted_invoice_url`: complete HTML without scripts; its styles are a file. */
export function hostedInvoicePage(invoice: Objects['invoice'], stylesheet: string): string {
  const money = (cents: number): string => formatMoney(cents, invoice.currency);
  const rows = invoice.lines.data.map(
    (
      line,
    ) => `<tr><td>${html(line.description ?? '')}<br><small>${day(line.period.start)} – ${day(line.period.end)}</small></td>
<td>${money(line.amount)}</td></tr>`,
  );
  const paid = invoice.status === 'paid';
  /** The amount taken from the customer's balance, or added to it. */
  const balance = invoice.amount_due - invoice.total;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Invoice ${html(invoice.number ?? '')}</title>
<link rel="stylesheet" href="${html(stylesheet)}">
</head>
<body>
<main>
<p class="mark">Sandbox</p>
<h1>Invoice ${html(invoice.number ?? '')}</h1>
<p class="total">${money(invoice.amount_due)} <span class="${paid ? 'paid' : 'due'}">${paid ? 'Paid' : html(invoice.status ?? '')}</span></p>
<dl>
<dt>Date</dt><dd>${day(invoice.created)}</dd>
<dt>Billed to</dt><dd>${html(invoice.customer_name ?? invoice.customer_email ?? '')}</dd>
</dl>
<table>
<thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
<tfoot><tr><th scope="row">Total (${html(invoice.currency.toUpperCase())})</th><td>${money(invoice.total)}</td></tr>
${balance === 0 ? '' : `<tr><th scope="row">Balance</th><td>${money(balance)}</td></tr>`}</tfoot>
</table>
</main>
</body>
</html>
`;
}

export const hostedInvoiceStyles = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f4f4f1; --ink: #22261f; --quiet: #5b6158; --line: #d9dad3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1e221d; --ground: #141713; --ink: #eceee8; --quiet: #a9b0a4; --line: #3a4038; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px; border-radius: 16px; background: var(--paper); border: 1px solid var(--line); }
h1 { margin: 12px 0 4px; font-size: 20px; }
.mark { display: inline-block; margin: 0; padding: 2px 10px; border-radius: 99px; background: #ffe2a8; color: #5a3b00; font-size: 13px; font-weight: 600; }
.total { margin: 0 0 16px; font-size: 32px; font-weight: 700; }
.total span { font-size: 14px; vertical-align: middle; text-transform: capitalize; padding: 2px 10px; border-radius: 99px; }
.paid { background: #d3edda; color: #0e4a24; }
.due { background: #fbe3c4; color: #5a3b00; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt, small, thead th { color: var(--quiet); font-weight: 400; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 10px 0; border-top: 1px solid var(--line); }
th:last-child, td:last-child { text-align: right; padding-left: 16px; }
`;
