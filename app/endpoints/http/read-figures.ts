import { checkDatabase } from '#shop/check-database.ts';
import type { ShopContext } from '#shop/context.ts';
import type { HistogramReading } from '#shop/metrics/metrics.ts';
import type { Sample } from '#shop/metrics/write-metrics.ts';
import { VERSION } from '#shop/version.ts';
import { readProcessFigures } from './read-process-figures.ts';
import { readShopFigures } from './read-shop-figures.ts';

/** Every figure of the shop, of all its processes on this machine: for `/metrics`, and for a collector. */
export async function readFigures(shop: ShopContext): Promise<(Sample | HistogramReading)[]> {
  const processes = await shop.processes();
  const hasDatabase = await checkDatabase(shop);
  const hasCatalog = shop.catalog.ready();
  const disk = processes[0]?.disk;
  const database = processes[0]?.connections ? 'postgres' : 'embedded';
  const here: Sample[] = [
    { name: 'fulgor_info', labels: { version: VERSION, database }, value: 1 },
    { name: 'fulgor_ready', value: hasDatabase && hasCatalog ? 1 : 0 },
    { name: 'fulgor_catalog_skins', value: hasCatalog ? shop.catalog.current().skins.length : 0 },
    ...(disk
      ? ([
          { name: 'fulgor_disk_free_bytes', value: disk.freeBytes },
          { name: 'fulgor_disk_size_bytes', value: disk.sizeBytes },
        ] as const)
      : []),
  ];
  return [
    ...here,
    // While the database is silent, what the processes know is told without it.
    ...(hasDatabase ? await readShopFigures(shop) : []),
    ...processes.flatMap(readProcessFigures),
  ];
}
