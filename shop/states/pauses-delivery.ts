import { sql } from 'kysely';

/** An open dispute pauses automatic delivery for its account; a lost one too, until an owner lifts it. */
export const pausesDelivery = sql<boolean>`(disputes.state = 'open' or (disputes.state = 'lost' and disputes.released_at is null))`;
