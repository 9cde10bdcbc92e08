import { createHash } from 'node:crypto';

// Made for paper: dark on white, and no file beside it.
export const PRINT_STYLE = `
@page { size: A4; margin: 16mm }
* { box-sizing: border-box; margin: 0 }
html { color-scheme: light; background: #fff }
body { max-width: 800px; margin: 0 auto; padding: 24px 16px 48px; color: #14161d; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header { border-bottom: 2px solid #14161d; padding-bottom: 12px }
h1 { font-size: 24px; line-height: 1.2 }
h2 { font-size: 17px; margin: 28px 0 8px; break-after: avoid }
p { margin-top: 6px }
.hint { color: #4a5060; font-size: 14px }
a, button { display: inline-flex; align-items: center; min-height: 44px; margin-right: 20px; color: #1d57b8; font: inherit }
button { padding: 0 18px; border: 1px solid #14161d; border-radius: 8px; background: #fff; color: #14161d; cursor: pointer }
[hidden] { display: none }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: 4px 16px; break-inside: avoid }
dl + dl { margin-top: 12px; border-top: 1px solid #d5d8df; padding-top: 12px }
dt { color: #4a5060 }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { text-align: left; vertical-align: top; padding: 6px 10px 6px 0; border-bottom: 1px solid #d5d8df }
th { color: #4a5060; font-weight: 600 }
td.sum, th.sum { text-align: right; white-space: nowrap; padding-right: 0 }
tr { break-inside: avoid }
thead { display: table-header-group }
blockquote { border-left: 3px solid #d5d8df; padding-left: 12px; margin: 10px 0 0; white-space: pre-wrap }
footer { margin-top: 32px; border-top: 1px solid #d5d8df; padding-top: 10px; color: #4a5060; font-size: 13px }
@media (max-width: 520px) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 8px } }
@media print { body { max-width: none; padding: 0; font-size: 11pt } .hint { display: none } }
`;

/** Of a page to print: it loads and runs nothing. */
export const PRINT_POLICY = [
  `default-src 'none'`,
  `style-src ${digestOf(PRINT_STYLE)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** Of a style or a script that may run, as a policy names it. */
export function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
