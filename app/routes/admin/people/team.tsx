import { UserPlus } from 'lucide-react';
import { answerForm } from '#app/doors/answer-form.ts';
import { preserveTyped } from '#app/doors/preserve-typed.ts';
import { getShop } from '#app/request-context.ts';
import { Badge } from '#app/ui/list/badge.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { formatDateTime } from '#shop/text/format-date.ts';
import { LoadFailure } from '#app/ui/feedback/load-failure.tsx';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { listStaff, type StaffMember } from '#shop/accounts/staff/list-staff.ts';
import { loadScreen } from '../../load-screen.ts';
import type { Route } from './+types/team';
import { requireStaff } from '../require-staff.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Equipe');

const FAILURE = { title: 'Erro ao carregar equipe', description: 'Não foi possível carregar a equipe.' };

export async function loader({ context }: Route.LoaderArgs) {
  const { user } = await requireStaff(context, 'team');
  const shop = getShop(context);
  return loadScreen(context, FAILURE, async () => ({ ownId: user.id, members: await listStaff(shop) }));
}

export const action = answerForm;
export const clientAction = preserveTyped;

/** Who works in the panel, and in which role. Nobody changes their own. */
export default function AdminTeam({ loaderData }: Route.ComponentProps) {
  const [role, setRole] = useOpened('papel');
  const [removedId, setRemovedId] = useOpened('remover');
  const members = 'failure' in loaderData ? [] : loaderData.members;
  const removed = members.find(({ id }) => id === removedId);
  return (
    <section aria-labelledby="team-title" className="max-w-[960px] pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="team-title" className="text-lg">
          Equipe
        </h2>
        <OpenButton name="papel" value="novo" onOpen={() => setRole('novo')}>
          <UserPlus aria-hidden="true" className="size-[18px]" />
          Adicionar pessoa
        </OpenButton>
      </div>
      <p className="mt-1 mb-4 max-w-[68ch] text-sm text-muted">
        O papel decide o que cada pessoa vê e pode fazer no painel. Ninguém muda o próprio papel.
      </p>
      {'failure' in loaderData ? (
        <LoadFailure {...loaderData.failure} />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {members.map((member) => (
            <Member
              key={member.id}
              member={member}
              isSelf={member.id === loaderData.ownId}
              onRole={setRole}
              onRemove={setRemovedId}
            />
          ))}
        </ul>
      )}
      {role !== null && (
        <RoleDialog member={members.find(({ id }) => id === role) ?? null} onClose={() => setRole(null)} />
      )}
      {removed && <RemoveMemberDialog member={removed} onClose={() => setRemovedId(null)} />}
    </section>
  );
}

function Member({
  member,
  isSelf,
  onRole,
  onRemove,
}: {
  member: StaffMember;
  isSelf: boolean;
  onRole: (id: string) => void;
  onRemove: (id: string) => void;
}) {
  const who = <span className="sr-only"> de {member.name}</span>;
  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <span className="font-semibold break-words">{member.name}</span>
          <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{ROLE_WORDS[member.role].label}</Badge>
          {isSelf && <Badge tone="info">Você</Badge>}
        </div>
        <p className="mt-1 text-sm [overflow-wrap:anywhere] text-muted">{member.email}</p>
        <p className="mt-0.5 text-xs text-muted">
          {member.hasSecondFactor ? 'Com verificação em duas etapas' : 'Sem verificação em duas etapas'} ·
          desde{' '}
          <time dateTime={member.grantedAt.toISOString()} className="tabular-nums">
            {formatDateTime(member.grantedAt)}
          </time>
        </p>
      </div>
      {!isSelf && (
        <div className="flex shrink-0 flex-wrap gap-2">
          <OpenButton variant="outline" name="papel" value={member.id} onOpen={() => onRole(member.id)}>
            Mudar papel{who}
          </OpenButton>
          <OpenButton variant="danger" name="remover" value={member.id} onOpen={() => onRemove(member.id)}>
            Remover{who}
          </OpenButton>
        </div>
      )}
    </li>
  );
}
