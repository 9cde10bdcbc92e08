import type { ImportedCatalog } from './imported-catalog.ts';

/** What the shop shows where the real thing is missing. `demo/` invents and draws it. */
export interface DemoContent {
  /** On the shelves while the static-data service was never reached (ruling 24). */
  catalog: ImportedCatalog;
  /** The picture of a skin that has none (ruling 25), as an SVG of 1215×717. */
  drawSkin(subject: ArtSubject): string;
}

export interface ArtSubject {
  championId: string;
  skinNum: number;
  /** The line's phrase or the whole skin name; without it the number chooses the palette. */
  skinLine?: string;
}
