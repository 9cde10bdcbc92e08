import { Link } from 'react-router';
import { Moment } from '#app/ui/list/moment.tsx';
import type { AuditLine } from '#shop/audit/list-audit.ts';
import { auditActor, auditSentence, auditSubject } from './audit-words.ts';

/** Who, what, when, and about what; `showsSubject` false where all lines are about one thing. */
export function AuditLines({ lines, showsSubject = true }: { lines: AuditLine[]; showsSubject?: boolean }) {
  return (
    <ol className="@container divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex flex-col gap-x-4 gap-y-0.5 py-2.5 text-sm @md:flex-row @md:items-baseline"
        >
          <Moment at={line.at} className="shrink-0 text-xs whitespace-nowrap text-muted @md:w-32" />
          <span className="min-w-0 grow break-words">
            <span className="font-medium">{auditActor(line)}</span>{' '}
            <span className="text-muted">{auditSentence(line)}</span>
          </span>
          {showsSubject && <Subject line={line} />}
        </li>
      ))}
    </ol>
  );
}

function Subject({ line }: { line: AuditLine }) {
  const text = auditSubject(line);
  if (line.subjectType !== 'order') return <span className="shrink-0 text-xs text-muted">{text}</span>;
  return (
    <Link
      to={`/admin/pedidos/${line.subjectId}`}
      className="-my-2.5 shrink-0 py-2.5 text-xs whitespace-nowrap text-info underline underline-offset-2 hover:text-text"
    >
      {text}
    </Link>
  );
}
