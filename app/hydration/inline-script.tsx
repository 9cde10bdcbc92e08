import { use } from 'react';
import { UNSAFE_FrameworkContext } from 'react-router';

/** Written by the server alone: in the browser it stands there already, and has done its work. */
export function InlineScript({ text }: { text: string }) {
  const nonce = use(UNSAFE_FrameworkContext)?.nonce;
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
