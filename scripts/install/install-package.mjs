import { runCommand } from '../run/run-command.mjs';

/** Asks Debian's package manager, where it exists and we may. Answers why not, or undefined when it is installed. */
export async function installPackage(...names) {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    return `instale ${names.join(' e ')} (sem root, este script não instala pacotes do sistema)`;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another installation may be running on this machine: wait for its lock instead of failing.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const update = await runCommand('apt-get', [...wait, '-qq', 'update'], { env });
  if (update.code === 127) return `instale ${names.join(' e ')} (aqui não há apt-get)`;
  const { code } = await runCommand(
    'apt-get',
    [...wait, '-qq', '-y', '--no-install-recommends', 'install', ...names],
    {
      env,
    },
  );
  return code === 0 ? undefined : `apt-get install ${names.join(' ')} saiu com ${code}`;
}
