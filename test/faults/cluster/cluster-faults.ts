import { setTimeout as sleep } from 'node:timers/promises';
import { FRONTS, type Cluster, type DatabaseMachine } from '../../cluster/start-cluster.ts';

const ETCD_PORTS = [2379, 2380];

export interface ClusterFault {
  name: string;
  /** How long the shop may take no order. null: no goal was set. */
  goalSeconds: number | null;
  /** Resolves when it has happened; what it resolves with undoes it. */
  strike(cluster: Cluster): Promise<() => void | Promise<void>>;
}

const NOTHING_TO_HEAL = () => {};

/** What happens to a shop on many machines, each once. */
export const CLUSTER_FAULTS: ClusterFault[] = [
  {
    name: 'primary killed (PostgreSQL and Patroni, SIGKILL)',
    goalSeconds: 15,
    async strike(cluster) {
      const primary = await cluster.findPrimary();
      cluster.patroni[primary].kill();
      cluster.signalDatabase(primary, 'SIGKILL');
      return () => cluster.patroni[primary].start();
    },
  },
  {
    name: 'primary cut off from etcd',
    goalSeconds: null,
    strike: (cluster) => cut(cluster, (primary) => cluster.network.dropPorts(primary, ETCD_PORTS)),
  },
  {
    name: "primary's network cable pulled",
    goalSeconds: 15,
    strike: (cluster) => cut(cluster, (primary) => cluster.network.isolate(primary)),
  },
  {
    name: 'primary frozen (PostgreSQL and Patroni, SIGSTOP)',
    goalSeconds: 15,
    async strike(cluster) {
      const primary = await cluster.findPrimary();
      cluster.signalDatabase(primary, 'SIGSTOP');
      return () => cluster.signalDatabase(primary, 'SIGCONT');
    },
  },
  {
    name: 'synchronous standby killed',
    goalSeconds: null,
    async strike(cluster) {
      const standby = await cluster.findSyncStandby();
      cluster.patroni[standby].kill();
      cluster.signalDatabase(standby, 'SIGKILL');
      return () => cluster.patroni[standby].start();
    },
  },
  {
    name: 'a shop node killed',
    goalSeconds: null,
    async strike(cluster) {
      cluster.shop.web2.crash();
      return NOTHING_TO_HEAL;
    },
  },
  {
    name: 'a whole front machine killed (balancer, pooler, shop)',
    goalSeconds: null,
    async strike(cluster) {
      const services = [cluster.haproxy.web1, cluster.pgbouncer.web1, cluster.shop.web1];
      for (const service of services) service.kill();
      return () => {
        for (const service of services) service.start();
      };
    },
  },
  {
    name: 'PgBouncer killed on a front machine',
    goalSeconds: null,
    async strike(cluster) {
      cluster.pgbouncer.web1.crash();
      return NOTHING_TO_HEAL;
    },
  },
  {
    name: 'switch-over in good order',
    goalSeconds: 3,
    async strike(cluster) {
      await cluster.patronictl('switchover', '--force');
      return NOTHING_TO_HEAL;
    },
  },
  {
    name: 'both shop nodes updated in turn',
    goalSeconds: null,
    async strike(cluster) {
      for (const machine of FRONTS) {
        await cluster.shop[machine].stop();
        cluster.shop[machine].start();
        await cluster.untilReady(machine);
        // The balancers have to notice before the next one goes.
        await sleep(2_000);
      }
      return NOTHING_TO_HEAL;
    },
  },
];

async function cut(cluster: Cluster, how: (primary: DatabaseMachine) => void): Promise<() => void> {
  const primary = await cluster.findPrimary();
  how(primary);
  return () => cluster.network.mend(primary);
}
