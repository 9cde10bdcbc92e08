import { Link } from 'react-router';
import { CHAPTER_IDS, SETTING_CHAPTERS, type SettingChapter } from '#shop/settings/setting-words.ts';

export const chapterPath = (chapter: SettingChapter): string =>
  `/admin/configuracoes?capitulo=${SETTING_CHAPTERS[chapter].slug}`;

/** The first one, where the address names none. */
export function readChapter(search: URLSearchParams): SettingChapter {
  const slug = search.get('capitulo');
  return CHAPTER_IDS.find((id) => SETTING_CHAPTERS[id].slug === slug) ?? 'shop';
}

/** A row above the chapter on a phone, a column beside it where there is room. */
export function ChapterNav({ shown }: { shown: SettingChapter }) {
  return (
    <nav aria-label="Capítulos das configurações">
      <ul className="flex flex-wrap gap-2 lg:flex-col lg:gap-1">
        {CHAPTER_IDS.map((id) => (
          <li key={id}>
            <Link
              to={chapterPath(id)}
              aria-current={id === shown ? 'page' : undefined}
              className={`inline-flex min-h-11 w-full items-center rounded-control border px-3.5 text-sm font-medium ${id === shown ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text lg:border-transparent'}`}
            >
              {SETTING_CHAPTERS[id].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
