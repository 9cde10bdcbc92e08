import { UserPlus } from 'lucide-react';
import { Badge } from '#app/ui/list/badge.tsx';
import { OpenButton } from '#app/ui/form/open-button.tsx';
import { useOpened } from '#app/ui/form/use-opened.ts';
import { pageMeta } from '#app/ui/frame/page-meta.ts';
import { Moment } from '#app/ui/list/moment.tsx';
import { listStaff, type StaffMember } from '#shop/accounts/staff/list-staff.ts';
import type { Route } from './+types/team';
import { PanelList } from '../panel/panel-list.tsx';
import { PanelPage } from '../panel/panel-page.tsx';
import { staffLoader } from '../staff-loader.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { ROLE_WORDS } from './role-words.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Equipe');

export const loader = staffLoader('team', 'a equipe', async ({ shop, user }) => ({
  ownId: user.id,
  entries: await listStaff(shop),
}));

export { answerForm as action } from '#app/doors/answer-form.ts';
export { preserveTyped as clientAction } from '#app/doors/preserve-typed.ts';

/** Who works in the panel, and in which role. Nobody changes their own. */
export default function AdminTeam({ loaderData }: Route.ComponentProps) {
  const [role, setRole] = useOpened('papel');
  const [removedId, setRemovedId] = useOpened('remover');
  return (
    <PanelPage
      title="Equipe"
      end={
        <OpenButton name="papel" value="novo" onOpen={() => setRole('novo')}>
          <UserPlus aria-hidden="true" className="size-[18px]" />
          Adicionar pessoa
        </OpenButton>
      }
      about="O papel decide o que cada pessoa vê e pode fazer no painel. Ninguém muda o próprio papel."
      loaded={loaderData}
    >
      {({ entries, ownId }) => {
        const find = (wanted: string | null) => entries.find(({ id }) => id === wanted) ?? null;
        const removed = find(removedId);
        return (
          <>
            <PanelList
              isLines
              rows={entries.map((member) => (
                <Member
                  key={member.id}
                  member={member}
                  isSelf={member.id === ownId}
                  onRole={setRole}
                  onRemove={setRemovedId}
                />
              ))}
            />
            {role !== null && <RoleDialog member={find(role)} onClose={() => setRole(null)} />}
            {removed && <RemoveMemberDialog member={removed} onClose={() => setRemovedId(null)} />}
          </>
        );
      }}
    </PanelPage>
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
          desde <Moment at={member.grantedAt} />
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
