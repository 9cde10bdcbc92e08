import { createHash } from 'node:crypto';

/** The id of a button that prints its page. It comes hidden: without scripts it would be dead. */
export const PRINT_BUTTON = 'imprimir';

export const PRINT_SCRIPT = `const b=document.getElementById('${PRINT_BUTTON}');b.hidden=false;b.onclick=()=>print()`;

/** Beside the policy of a page to print: this script, and no other, runs. */
export const PRINT_SCRIPT_POLICY = `script-src 'sha256-${createHash('sha256').update(PRINT_SCRIPT).digest('base64')}'`;
