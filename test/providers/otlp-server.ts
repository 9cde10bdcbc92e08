import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector shows it; `start` in nanoseconds. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** '': it begins its trace. */
  parentId: string;
  name: string;
  kind: number;
  start: bigint;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
  isFailed: boolean;
}

export interface ReceivedMetric {
  name: string;
  unit: string;
  kind: 'gauge' | 'counter' | 'histogram';
  /** The labels of each point, and what it counts: a value, or how many fell into each bucket. */
  points: { labels: Record<string, string | number | boolean>; value: number | number[] }[];
}

export interface OtlpServer {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  spans(): ReceivedSpan[];
  metrics(): ReceivedMetric[];
  /** `silent`: takes the request and never answers. A number: answers with this status. */
  answer(how: number | 'silent'): void;
  close(): Promise<void>;
}

/** A collector that speaks OTLP over HTTP with binary protobuf, as far as spans and figures go. */
export async function startOtlpServer(): Promise<OtlpServer> {
  const requests: OtlpServer['requests'] = [];
  let how: number | 'silent' = 200;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      requests.push({ path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(chunks) });
      if (how !== 'silent') outgoing.writeHead(how, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () => requests.filter(({ path }) => path === '/v1/traces').flatMap(({ body }) => readSpans(body)),
    metrics: () =>
      requests.filter(({ path }) => path === '/v1/metrics').flatMap(({ body }) => readMetrics(body)),
    answer: (next) => void (how = next),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The numbers of the fields are those of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(request: Buffer): ReceivedSpan[] {
  return parts(request, 1)
    .flatMap((resource) => parts(resource, 2))
    .flatMap((scope) => parts(scope, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentId: hex(span, 4),
      name: words(span, 5),
      kind: Number(first(span, 6) ?? 0),
      start: first(span, 7) as bigint,
      attributes: pairsOf(span, 9),
      links: parts(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
      isFailed: parts(span, 15).some((status) => first(status, 3) === 2n),
    }));
}

/** And those of opentelemetry/proto/metrics/v1/metrics.proto. */
function readMetrics(request: Buffer): ReceivedMetric[] {
  return parts(request, 1)
    .flatMap((resource) => parts(resource, 2))
    .flatMap((scope) => parts(scope, 2))
    .map((metric) => {
      const [gauge, sum, histogram] = [5, 7, 9].map((field) => parts(metric, field)[0]);
      const points = parts(gauge ?? sum ?? histogram ?? Buffer.alloc(0), 1);
      return {
        name: words(metric, 1),
        unit: words(metric, 3),
        kind: gauge ? 'gauge' : sum ? 'counter' : 'histogram',
        points: points.map((point) =>
          histogram
            ? { labels: pairsOf(point, 9), value: numbers(parts(point, 6)[0]) }
            : { labels: pairsOf(point, 7), value: asDouble(first(point, 4) as bigint) },
        ),
      };
    });
}

const pairsOf = (message: Buffer, field: number) =>
  Object.fromEntries(parts(message, field).map((pair) => [words(pair, 1), valueOf(parts(pair, 2)[0])]));
const asDouble = (bits: bigint) => new DataView(new BigUint64Array([bits]).buffer).getFloat64(0, true);
/** 64-bit numbers, one after the other. */
const numbers = (packed: Buffer = Buffer.alloc(0)) =>
  Array.from({ length: packed.length / 8 }, (_, at) => Number(packed.readBigUInt64LE(at * 8)));

function valueOf(any: Buffer = Buffer.alloc(0)): string | number | boolean {
  const [[field, value] = [0, 0n]] = [...readFields(any)];
  if (field === 1) return String(value);
  return field === 2 ? value === 1n : Number(value);
}

const values = (message: Buffer, wanted: number) =>
  [...readFields(message)].filter(([field]) => field === wanted).map(([, value]) => value);
const parts = (message: Buffer, field: number) => values(message, field) as Buffer[];
const first = (message: Buffer, field: number) => values(message, field)[0];
const hex = (message: Buffer, field: number) => (parts(message, field)[0] ?? Buffer.alloc(0)).toString('hex');
const words = (message: Buffer, field: number) => String(parts(message, field)[0] ?? '');

/** The fields of a protobuf message: numbers and 64-bit values as bigint, everything with a length as bytes. */
function* readFields(message: Buffer): Generator<[field: number, value: bigint | Buffer]> {
  let at = 0;
  const varint = () => {
    for (let [value, shift] = [0n, 0n]; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const wire = tag & 7;
    if (wire === 0) yield [tag >> 3, varint()];
    else if (wire === 1) yield [tag >> 3, message.readBigUInt64LE((at += 8) - 8)];
    else if (wire === 5) yield [tag >> 3, BigInt(message.readUInt32LE((at += 4) - 4))];
    else {
      const length = Number(varint());
      yield [tag >> 3, message.subarray(at, (at += length))];
    }
  }
}
