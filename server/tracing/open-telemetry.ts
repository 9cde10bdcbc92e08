import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import {
  ExportResultCode,
  parseTraceParent,
  setGlobalErrorHandler,
  type ExportResult,
} from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  type Resource,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Log } from '#shop/log.ts';
import type { Step, Tracing } from '#shop/tracing.ts';
import { VERSION } from '#shop/version.ts';
import type { TracingEnv } from '../config/env.ts';
import { describeFigures } from './describe-figures.ts';
import { createStatementNames } from './describe-statement.ts';
import type { ReadFigures, StartedTracing } from './started-tracing.ts';

/** Whoever sends SIGTERM waits for this at most, when the collector is silent. */
const LAST_WORDS_MS = 3_000;
/** Spans that wait for a silent collector; what comes after them is dropped. */
const MOST_WAITING = 4_096;
const FIGURES_EVERY_MS = 60_000;

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, server: SpanKind.SERVER } as const;

/**
 * Traces by OpenTelemetry's own libraries. Address, headers, time-out, compression and certificates of the collector
 * are read by the exporter from the environment (`OTEL_EXPORTER_OTLP_*`). Nothing of this is global: the shop hands it
 * on, so that no module has to be patched.
 */
export function startOpenTelemetry(env: TracingEnv, log: Log): StartedTracing {
  listenToWarnings(log);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'fulgor', 'service.version': VERSION }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const provider = createProvider(env, resource, log);
  const tracer = provider.getTracer('fulgor', VERSION);
  const nameOf = createStatementNames();
  const contexts = new AsyncLocalStorage<Context>();
  const here = () => {
    const context = contexts.getStore();
    const span = context && trace.getSpan(context);
    return context && span ? { context, span } : null;
  };

  async function run<T>(
    parent: Context,
    { name, kind, facts = {} }: Step,
    links: Link[],
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const span = tracer.startSpan(
      name,
      { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: facts, links },
      parent,
    );
    try {
      return await contexts.run(trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  function traceStatement(text: string, startedAt: number, isOk: boolean): void {
    const now = here();
    if (!now || (now.span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    const { name, attributes } = describeStatement(nameOf(text));
    const facts = { kind: SpanKind.CLIENT, startTime: startedAt, attributes };
    const span = tracer.startSpan(name, facts, now.context);
    if (!isOk) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(performance.now());
  }

  let figures: ReturnType<typeof startFigures> | null = null;
  const tracing: Tracing = {
    isOn: true,
    async step(step, work) {
      const now = here();
      return now ? run(now.context, step, [], work) : work();
    },
    async stepAt(place, step, work) {
      const there = place === null ? null : contextAt(place);
      const now = here()?.span.spanContext();
      if (!there || now?.traceId === there.traceId) return tracing.step(step, work);
      return run(there.context, step, now ? [{ context: now }] : [], work);
    },
    async begin(place, step, work) {
      const there = place === null ? null : contextAt(place);
      return run(there?.context ?? ROOT_CONTEXT, step, [], (span) =>
        work(({ name, facts = {} }) => {
          if (name !== undefined) span.updateName(name);
          span.setAttributes(facts);
          if ('error.type' in facts) span.setStatus({ code: SpanStatusCode.ERROR });
        }),
      );
    },
    place() {
      const at = here()?.span.spanContext();
      return at ? `00-${at.traceId}-${at.spanId}-${at.traceFlags.toString(16).padStart(2, '0')}` : null;
    },
  };
  return {
    tracing,
    watchDatabase: (watch) => ({
      connection: (startedAt) => watch.connection(startedAt),
      statement(text, startedAt, isOk) {
        watch.statement(text, startedAt, isOk);
        traceStatement(text, startedAt, isOk);
      },
    }),
    exportFigures(read) {
      if (env.exportsMetrics) figures = startFigures(read, resource, log);
    },
    async stop() {
      const ended = Promise.allSettled([provider.shutdown(), figures?.end()]);
      await Promise.race([ended, sleep(LAST_WORDS_MS, null, { ref: false })]);
    },
  };
}

function createProvider(env: TracingEnv, resource: Resource, log: Log): TracerProvider {
  return new TracerProvider({
    resource,
    sampler: readSampler(env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellOutages(new OTLPTraceExporter(), noteOutages('traces', log)),
        maxQueueSize: MOST_WAITING,
      }),
    ],
  });
}

const contextAt = (place: string) => {
  const remote = parseTraceParent(place);
  return (
    remote && {
      traceId: remote.traceId,
      context: trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }),
    }
  );
};

/** Sends the figures of `/metrics` once a minute, and once more at the end. */
function startFigures(read: ReadFigures, resource: Resource, log: Log): { end: () => Promise<void> } {
  const exporter = new OTLPMetricExporter();
  const note = noteOutages('metrics', log);
  async function send(): Promise<void> {
    const metrics = describeFigures(await read(), performance.timeOrigin, Date.now());
    const scopeMetrics = [{ scope: { name: 'fulgor', version: VERSION }, metrics }];
    note(await new Promise<ExportResult>((done) => exporter.export({ resource, scopeMetrics }, done)));
  }
  const timer = setInterval(() => void send().catch(() => {}), FIGURES_EVERY_MS).unref();
  return {
    end() {
      clearInterval(timer);
      return send();
    },
  };
}

function describeStatement({ operation, table }: ReturnType<ReturnType<typeof createStatementNames>>) {
  return {
    name: table === null ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== null && { 'db.collection.name': table }),
    },
  };
}

/** The name of an error and no more: its message may quote what a person typed. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

function readSampler({ sampler, samplerArg }: TracingEnv): Sampler {
  const [, base, kind] = /^(parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root =
    kind === 'always_off'
      ? new AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new TraceIdRatioBasedSampler(samplerArg)
        : new AlwaysOnSampler();
  return base ? new ParentBasedSampler({ root }) : root;
}

/** One line when the collector fails and one when it answers again, instead of one for each batch. */
function noteOutages(what: 'traces' | 'metrics', log: Log): (result: ExportResult) => void {
  let isFailing = false;
  return ({ code, error }) => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !isFailing) log.warn('tracing.collector_failing', { what, reason: error?.message });
    if (!failed && isFailing) log.info('tracing.collector_answers', { what });
    isFailing = failed;
  };
}

function tellOutages(exporter: SpanExporter, note: (result: ExportResult) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** What the libraries say by themselves: settings they cannot read, and spans they have dropped. */
function listenToWarnings(log: Log): void {
  const warn = (message: string) => log.warn('tracing.warning', { message });
  diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // A batch that was not sent: told by `noteOutages`.
  setGlobalErrorHandler(() => {});
}
