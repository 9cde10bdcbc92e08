-- Until when somebody looks at the payment page of this charge's order: meanwhile the provider is asked more often.
alter table charges add column watched_until timestamptz;
