interface MetricFacts {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  /** One sentence, which docs/tables.md prints. */
  help: string;
  /** Each process has its own figure, with its `worker` as one more label where there are several. */
  ofProcess: boolean;
}

interface HistogramFacts extends MetricFacts {
  type: 'histogram';
  /** Upper bounds of the buckets, in seconds. */
  bounds: readonly number[];
}

const gauge = (help: string, labels: readonly string[] = []) =>
  ({ type: 'gauge', labels, help, ofProcess: false }) satisfies MetricFacts;
const ofProcess = (type: 'gauge' | 'counter', help: string, labels: readonly string[] = []) =>
  ({ type, labels, help, ofProcess: true }) satisfies MetricFacts;
const histogram = <const Labels extends readonly string[]>(
  labels: Labels,
  bounds: readonly number[],
  help: string,
) => ({ type: 'histogram' as const, labels, bounds, help, ofProcess: true }) satisfies HistogramFacts;

const ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENTS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5];
const CALLS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const WAITS = [0.5, 1, 2.5, 5, 15, 60, 300, 3600];
const DELAYS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];
const STREAMS = [1, 10, 60, 600, 3600, 14_400];

/** What each process measures by itself, from its start on. Labels come from lists of the shop, never from a visitor. */
export const HISTOGRAMS = {
  fulgor_request_seconds: histogram(
    ['method', 'route', 'status'],
    ANSWERS,
    'From a request to its answer, by the pattern of its route; how long the body then takes is not in it.',
  ),
  fulgor_statement_seconds: histogram(
    ['statement', 'outcome'],
    STATEMENTS,
    'Statements of the database, by their first word; on the embedded database the wait for its queue is in it.',
  ),
  fulgor_connection_wait_seconds: histogram(
    [],
    STATEMENTS,
    'Until the pool gave a connection to PostgreSQL; no sample on the embedded database.',
  ),
  fulgor_gateway_call_seconds: histogram(
    ['gateway', 'call', 'outcome'],
    CALLS,
    'Calls to a PIX provider: ok, refused (it answered no) or failed (no usable answer).',
  ),
  fulgor_job_wait_seconds: histogram(
    ['job'],
    WAITS,
    'From the moment a job may run until it runs; jobs with a rhythm of their own do not wait.',
  ),
  fulgor_job_seconds: histogram(['job', 'outcome'], CALLS, 'How long a job runs: ok or failed.'),
  fulgor_mail_seconds: histogram(
    ['outcome'],
    CALLS,
    'Until the mail server took a mail, or did not: ok or failed.',
  ),
  fulgor_picture_write_seconds: histogram(
    ['outcome'],
    CALLS,
    'Until the storage kept the picture of a skin, or did not: ok or failed. No visitor waits for it.',
  ),
  fulgor_stream_seconds: histogram([], STREAMS, 'How long a live stream was open, told at its end.'),
  fulgor_event_loop_delay_seconds: histogram(
    [],
    DELAYS,
    'How late the event loop comes to a timer, tried ten times a second.',
  ),
};

/** What is counted or read when `/metrics` is asked. */
const GAUGES = {
  fulgor_info: gauge('Always 1; the release and the kind of database.', ['version', 'database']),
  fulgor_ready: gauge(
    '1 while database and catalogue are there, as /readyz says; 0: the figures of the database are missing.',
  ),
  fulgor_orders: gauge('Orders by status.', ['status']),
  fulgor_alarms: gauge('What staff are told of now, by kind; orders that wait are among it.', ['kind']),
  fulgor_alarm_oldest_seconds: gauge('Since when the oldest of a kind is so.', ['kind']),
  fulgor_attention: gauge("Decisions about money in 'Atenção', by kind: held payments, refunds, disputes.", [
    'kind',
  ]),
  fulgor_attention_oldest_seconds: gauge('Since when the oldest of a kind waits for a decision.', ['kind']),
  fulgor_charges_open: gauge('Charges whose payment is still awaited.'),
  fulgor_charges_due: gauge('Charges that the provider should have been asked about by now.'),
  fulgor_charge_due_oldest_seconds: gauge('For how long the oldest of them is due.'),
  fulgor_webhooks_unprocessed: gauge('Stored webhooks that were not acted upon yet.'),
  fulgor_webhooks_failing: gauge('Webhooks that were tried in vain and will be tried again.'),
  fulgor_webhook_oldest_seconds: gauge(
    'Age of the oldest webhook that waits to be acted upon; 0: none waits.',
  ),
  fulgor_given_up: gauge('What was tried for days and waits in the panel for a person: webhook or mail.', [
    'kind',
  ]),
  fulgor_jobs_waiting: gauge('Jobs that wait, by queue; mails are jobs.', ['queue']),
  fulgor_jobs_retrying: gauge('Those of them that failed before.', ['queue']),
  fulgor_job_oldest_seconds: gauge('Age of the oldest job that waits, by queue.', ['queue']),
  fulgor_backup_age_seconds: gauge('Age of the last whole backup; absent while there is none.'),
  fulgor_backup_failing: gauge('1 while the newest backup failed, or a daily one is late.'),
  fulgor_catalog_skins: gauge('Skins on offer.'),
  fulgor_disk_free_bytes: gauge('Free space on the disk of DATA_DIR.'),
  fulgor_disk_size_bytes: gauge('Size of the disk of DATA_DIR.'),
  fulgor_gateway_circuit_open: ofProcess(
    'gauge',
    '1 while no new charges are asked for because the gateway fails.',
    ['gateway'],
  ),
  fulgor_gateway_create_failures_total: ofProcess(
    'counter',
    'New charges that the gateway did not answer usably.',
    ['gateway'],
  ),
  fulgor_gateway_turned_away_total: ofProcess(
    'counter',
    'New charges that were not asked for while the circuit was open.',
    ['gateway'],
  ),
  fulgor_streams_open: ofProcess('gauge', 'Live streams that are open.'),
  fulgor_connections: ofProcess(
    'gauge',
    'Connections to PostgreSQL, used and idle, and requests that wait for one; absent on the embedded database.',
    ['state'],
  ),
  process_resident_memory_bytes: ofProcess('gauge', 'Memory of the process.'),
  process_cpu_seconds_total: ofProcess('counter', 'Processor time of the process.'),
  process_uptime_seconds: ofProcess('gauge', 'Time since the process started.'),
};

/** Every metric of `/metrics`, in its order. docs/tables.md prints it. */
export const METRICS = { ...GAUGES, ...HISTOGRAMS };

export type MetricName = keyof typeof METRICS;
export type GaugeName = keyof typeof GAUGES;
export type HistogramName = keyof typeof HISTOGRAMS;
export type LabelsOf<N extends HistogramName> = Readonly<
  Record<(typeof HISTOGRAMS)[N]['labels'][number], string>
>;
