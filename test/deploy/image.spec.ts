import { expect, test } from '@playwright/test';
import { checkHealth, imageWay, readImage } from './image-way.ts';
import { testHooks, walkBehindCaddy } from './walk.ts';

walkBehindCaddy(imageWay, (site, where) => {
  test(`the image is small, knows its health, and runs as nobody in particular (${where})`, () => {
    const { Size, Config } = readImage();
    expect(Size).toBeLessThanOrEqual(350_000_000);
    expect(Config).toMatchObject({
      User: 'fulgor',
      ExposedPorts: { '80/tcp': {} },
      Volumes: { '/storage': {} },
    });
    const inside = (command: string) => site.place.run(command, site.env);
    expect(inside('node -p process.getuid()').stdout.trim()).toBe('1000');
    expect(checkHealth()).toBe(0);
    // pg_dump finds its libraries.
    expect(inside('pg_dump --version').stdout).toContain('(PostgreSQL) 17');
    const written = inside('touch /shop/written');
    expect([written.status, written.stderr]).toEqual([1, expect.stringContaining('Read-only file system')]);
    expect(inside('grep -E ^CapBnd:.0+$ /proc/self/status').status).toBe(0);
  });

  testHooks(site, where);
});
