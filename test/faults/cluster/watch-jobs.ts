import { FRONTS, type Cluster, type FrontMachine } from '../../cluster/start-cluster.ts';

/** A mail that was on its way when its process lost the jobs may still arrive. */
const ON_ITS_WAY_MS = 5_000;

export interface JobWatch {
  /** A mail came from that machine: a job worked there. */
  worked(machine: FrontMachine): void;
  /** Who worked while another one had the jobs. */
  violations(): string[];
  elections(): number;
  forget(): void;
}

/** Jobs have one worker at a time: who has them is in each process's log, and a mail tells who works. */
export function watchJobs(cluster: Cluster): JobWatch {
  let elected: { machine: FrontMachine; at: number }[] = [];
  let works: { machine: FrontMachine; at: number }[] = [];
  for (const machine of FRONTS) {
    cluster.shop[machine].onLine((line, at) => {
      if (line.includes('jobs.elected')) elected.push({ machine, at });
    });
  }
  return {
    worked: (machine) => void works.push({ machine, at: Date.now() }),
    elections: () => elected.length,
    violations() {
      const leader = (at: number) => elected.findLast((each) => each.at <= at)?.machine;
      const wrong = works.filter(
        ({ machine, at }) => leader(at) !== machine && leader(at - ON_ITS_WAY_MS) !== machine,
      );
      return wrong.length === 0
        ? []
        : [
            `${wrong.length} mails came from a machine that had not the jobs, the first from ${wrong[0]?.machine}`,
          ];
    },
    forget() {
      elected = elected.slice(-1);
      works = [];
    },
  };
}
