import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventSource as HttpEventSource } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveStream, type LiveMessage } from './create-live-stream.ts';

let server: Server;
let url: string;
let status: number;
let streams: ServerResponse[];
let requests: number;
let source: HttpEventSource;
let page: EventTarget & { hidden: boolean };
let tab: EventTarget;
const ends: (() => void)[] = [];

beforeEach(async () => {
  status = 200;
  streams = [];
  requests = 0;
  page = Object.assign(new EventTarget(), { hidden: false });
  tab = new EventTarget();
  server = createServer((_request, response) => {
    requests++;
    if (status !== 200) return void response.writeHead(status).end();
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('retry: 30\n\n');
    streams.push(response);
    response.on('close', () => streams.splice(streams.indexOf(response), 1));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
  tab.dispatchEvent(new Event('pagehide'));
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

function listen() {
  const stream = createLiveStream({
    open: () => (source = new HttpEventSource(url)) as unknown as EventSource,
    window: tab,
    document: page,
    firstPollMs: 40,
  });
  const heard: LiveMessage[] = [];
  const listenAgain = (listener: (message: LiveMessage) => void) => {
    const end = stream.subscribe(listener);
    ends.push(end);
    return end;
  };
  const end = listenAgain((message) => heard.push(message));
  return { heard, listenAgain, end };
}

class Source extends EventTarget {
  readyState = 1;
  change(readyState: number, event: string): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(event));
  }
  close(): void {
    this.readyState = 2;
  }
}

/** By a clock of the test's. */
function listenWithoutServer() {
  vi.useFakeTimers();
  const sources: Source[] = [];
  const stream = createLiveStream({
    open: () => sources[sources.push(new Source()) - 1] as unknown as EventSource,
    window: tab,
    document: page,
    firstPollMs: 40,
  });
  const heard: LiveMessage[] = [];
  const end = stream.subscribe((message) => heard.push(message));
  ends.push(end);
  return { stream, sources, heard, end };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });

describe('the live stream', () => {
  it('hands on what the server tells, over one connection for all listeners', async () => {
    const { heard, listenAgain } = listen();
    const second: LiveMessage[] = [];
    listenAgain((message) => second.push(message));
    await until(() => expect(streams).toHaveLength(1));
    streams[0]?.write('event: payment\ndata: {"id":"p1","status":"paid"}\n\n');
    await until(() => expect(heard).toEqual([{ event: 'payment', id: 'p1', status: 'paid' }]));
    expect(second).toEqual(heard);
    expect(requests).toBe(1);
  });

  it('asks for the present state after a gap', async () => {
    const { heard } = listen();
    await until(() => expect(streams).toHaveLength(1));
    streams[0]?.destroy();
    await until(() => expect(heard).toContainEqual({ event: 'refetch' }));
    await until(() => expect(streams).toHaveLength(1));
  });

  it('has its listeners ask while it is refused, and recovers', async () => {
    status = 429;
    const { heard } = listen();
    await until(() => expect(heard.length).toBeGreaterThan(1));
    status = 200;
    await until(() => expect(source.readyState).toBe(HttpEventSource.OPEN));
  });

  it('asks after ever longer pauses while it is refused, not while it is hidden, and no more once it is open', () => {
    const { stream, sources, heard } = listenWithoutServer();
    sources[0]!.change(2, 'error');
    for (const pause of [40, 60, 90]) {
      const count = heard.length;
      vi.advanceTimersByTime(pause - 1);
      expect(heard).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(heard).toHaveLength(count + 1);
      sources.at(-1)!.change(2, 'error');
    }
    expect(sources).toHaveLength(4);
    page.hidden = true;
    vi.advanceTimersByTime(135);
    expect([heard.length, sources.length]).toEqual([3, 4]);
    page.hidden = false;
    vi.advanceTimersByTime(203);
    expect([heard.length, sources.length]).toEqual([4, 5]);
    sources.at(-1)!.change(1, 'open');
    vi.advanceTimersByTime(600_000);
    expect([heard.length, sources.length]).toEqual([5, 5]);
    // What comes next begins with the first pause again.
    sources.at(-1)!.change(2, 'error');
    vi.advanceTimersByTime(40);
    expect(heard).toHaveLength(6);
    ends.push(stream.subscribe(() => {}));
    expect(sources).toHaveLength(6);
  });

  it('asks when the page is looked at again, and stays silent while it is hidden', async () => {
    const { heard } = listen();
    await until(() => expect(streams).toHaveLength(1));
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([{ event: 'refetch' }]);
    expect(requests).toBe(1);
  });

  it('lets go when the page is put away and is back with it', async () => {
    const { heard } = listen();
    // The server has it open first.
    await until(() => expect(source.readyState).toBe(HttpEventSource.OPEN));
    // The page was loaded.
    tab.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual([]);
    tab.dispatchEvent(new Event('pagehide'));
    await until(() => expect(streams).toHaveLength(0));
    tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await until(() => expect(streams).toHaveLength(1));
    expect(heard).toEqual([{ event: 'refetch' }]);
  });

  it('closes a second after the last listener left, unless another one came, and opens for the next', () => {
    const { stream, sources, end } = listenWithoutServer();
    end();
    vi.advanceTimersByTime(999);
    const endSecond = stream.subscribe(() => {});
    vi.advanceTimersByTime(5_000);
    expect(sources.map(({ readyState }) => readyState)).toEqual([1]);
    endSecond();
    vi.advanceTimersByTime(1_000);
    expect(sources.map(({ readyState }) => readyState)).toEqual([2]);
    page.dispatchEvent(new Event('visibilitychange'));
    expect(sources).toHaveLength(1);
    ends.push(stream.subscribe(() => {}));
    expect(sources).toHaveLength(2);
  });
});
