import type { ScreenFailure } from '#app/ui/feedback/screen-failure.ts';
import type { Typed } from './setting-names.ts';

/** What a chapter of settings knows once it was posted. */
export interface SettingsAnswer {
  chapter: string;
  failure: ScreenFailure | undefined;
  /** A sentence for each bad value. */
  fields: Partial<Record<string, string>>;
  /** What was typed, for a page that is rendered again without scripts. */
  typed: Typed;
}
