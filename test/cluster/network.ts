import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Programs } from './find-programs.ts';

export const MACHINES = ['db1', 'db2', 'db3', 'web1', 'web2'] as const;
export type Machine = (typeof MACHINES)[number];

const NETWORK = '10.213.61';
const HOSTS: { [machine in Machine]: number } = { db1: 1, db2: 2, db3: 3, web1: 11, web2: 12 };
const BRIDGE = 'fulgor-lan';
export const PRIVATE_NETWORK = `${NETWORK}.0/24`;
/** This machine, as the others see it: visitors, bank, mail and storage are here. */
export const OUTSIDE = `${NETWORK}.254`;

export const addressOf = (machine: Machine): string => `${NETWORK}.${HOSTS[machine]}`;
const spaceOf = (machine: Machine): string => `fulgor-${machine}`;
const portOf = (number: number): string => `fulgor-p${number}`;

/** Five machines with a cable each: network namespaces on one bridge. Needs root. */
export interface Network {
  /** The command that runs something on a machine, as that user. */
  enter(machine: Machine, user: string | null, command: string[]): string[];
  processesOf(machine: Machine): number[];
  /** Everything that goes to these ports of other machines, and comes to them from there, is swallowed. */
  dropPorts(machine: Machine, ports: number[]): void;
  /** Pulls the cable. */
  isolate(machine: Machine): void;
  /** Undoes both. */
  mend(machine: Machine): void;
}

export function createNetwork(programs: Programs): Network {
  const { ip, iptables, setpriv } = programs;
  const run = (...command: string[]): string => {
    const [program = '', ...args] = command;
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr.trim()}`);
    return stdout;
  };
  const inside = (machine: Machine, ...command: string[]) =>
    run(ip, 'netns', 'exec', spaceOf(machine), ...command);
  if (process.getuid?.() !== 0) throw new Error('O cluster precisa de root: ele cria redes de teste.');
  if (MACHINES.some((machine) => processesOf(programs, machine).length > 0))
    throw new Error('Já há um cluster nesta máquina. Termine-o, ou use: npm run cluster -- --stop');
  removeNetwork(programs);
  run(ip, 'link', 'add', BRIDGE, 'type', 'bridge');
  run(ip, 'address', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE);
  run(ip, 'link', 'set', BRIDGE, 'up');
  for (const [number, machine] of MACHINES.entries()) {
    const space = spaceOf(machine);
    const port = portOf(number);
    run(ip, 'netns', 'add', space);
    run(ip, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    run(ip, 'link', 'set', port, 'master', BRIDGE, 'up');
    run(ip, '-n', space, 'address', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0');
    for (const link of ['eth0', 'lo']) run(ip, '-n', space, 'link', 'set', link, 'up');
  }

  return {
    enter: (machine, user, command) => [
      ip,
      'netns',
      'exec',
      spaceOf(machine),
      ...(user === null ? [] : [setpriv, `--reuid=${user}`, `--regid=${user}`, '--clear-groups']),
      ...command,
    ],
    processesOf: (machine) => processesOf(programs, machine),
    dropPorts(machine, ports) {
      const list = ports.join(',');
      const rule = (chain: string, interfaceFlag: string, ...more: string[]) =>
        inside(machine, iptables, '-A', chain, interfaceFlag, 'eth0', '-p', 'tcp', ...more, '-j', 'DROP');
      for (const side of ['--dports', '--sports']) {
        rule('OUTPUT', '-o', '-m', 'multiport', side, list);
        rule('INPUT', '-i', '-m', 'multiport', side, list);
      }
    },
    isolate(machine) {
      for (const [chain, flag] of [
        ['OUTPUT', '-o'],
        ['INPUT', '-i'],
      ] as const)
        inside(machine, iptables, '-A', chain, flag, 'eth0', '-j', 'DROP');
    },
    mend: (machine) => void inside(machine, iptables, '-F'),
  };
}

function processesOf({ ip }: Programs, machine: Machine): number[] {
  const { stdout } = spawnSync(ip, ['netns', 'pids', spaceOf(machine)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function removeNetwork({ ip }: Programs): void {
  // A namespace takes its cable along, but not at once.
  for (const number of MACHINES.keys()) spawnSync(ip, ['link', 'del', portOf(number)]);
  for (const machine of MACHINES) spawnSync(ip, ['netns', 'del', spaceOf(machine)]);
  spawnSync(ip, ['link', 'del', BRIDGE]);
}

/** Ends whatever runs on the machines, also of a cluster whose own process was killed, and takes them away. */
export async function clearNetwork(programs: Programs): Promise<void> {
  const left = () => MACHINES.flatMap((machine) => processesOf(programs, machine));
  for (let tries = 0; left().length > 0 && tries < 50; tries++) {
    for (const pid of left()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone meanwhile.
      }
    }
    await sleep(100);
  }
  removeNetwork(programs);
}
