import { Link } from 'react-router';

/** What the shop has counted, beside the figures that the owner wrote. */
export function TrustLine({ text }: { text: string }) {
  return (
    <p className="gutter mx-auto mt-6 max-w-[1600px] text-muted">
      {text}{' '}
      <Link to="/confianca" prefetch="intent" className="text-info underline underline-offset-2">
        Veja como contamos
      </Link>
    </p>
  );
}
