import type { RouterContextProvider } from 'react-router';
import { getShop, getVisitor } from '#app/request-context.ts';
import { readLook } from '#shop/brand/read-look.ts';
import { answerError } from './answer-error.ts';
import { barePolicy, renderBarePage } from './bare-page.tsx';
import { wantsPage } from './wants-page.ts';

interface Refused {
  status: number;
  code: string;
  title: string;
  message: string;
  way: { to: string; label: string };
}

/** The error of an address that people open: a page with the sentence and a way on, or for programs the usual body. */
export function answerReader(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { status, code, title, message, way }: Refused,
): Response {
  if (!wantsPage(request)) return answerError(status, code, getVisitor(context).requestId, message);
  const { settings } = getShop(context);
  const look = readLook(settings);
  const children = (
    <>
      <h1>{title}</h1>
      <p>{message}</p>
      <a href={way.to}>{way.label}</a>
    </>
  );
  return new Response(renderBarePage({ brandName: settings.brandName, look, title, children }), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': barePolicy(look),
      'Cache-Control': 'private, no-store',
    },
  });
}
