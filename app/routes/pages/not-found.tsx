import { data } from 'react-router';
import { NotFoundScreen } from '#app/ui/feedback/not-found-screen.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Página não encontrada');

export default function NotFound() {
  return <NotFoundScreen />;
}
