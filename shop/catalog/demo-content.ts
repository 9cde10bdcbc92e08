import type { ImportedCatalog } from './imported-catalog.ts';

/** What the shop shows when the real catalogue or picture is missing. `demo/` makes it. */
export interface DemoContent {
  /** For sale until the static-data service was reached for the first time. */
  catalog: ImportedCatalog;
  /** The picture of a skin that has none, as an SVG of 1215×717. */
  drawSkin(subject: ArtSubject): string;
}

export interface ArtSubject {
  championId: string;
  skinNum: number;
  /** The phrase of the skin line, or the whole skin name. Without it the number selects the palette. */
  skinLine?: string;
}
