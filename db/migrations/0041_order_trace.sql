-- Where the trace of the purchase began, as a W3C traceparent: what a webhook, a sweep or a clerk does later goes on there.
alter table orders add column trace text;
