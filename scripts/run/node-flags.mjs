/**
 * How Node is told to run the shop. Four threads beside the main one, its default, collect garbage at the same time:
 * on a machine of two cores they take the core that the visitors' answers are made on. 0 lets it count the cores
 * (docs/decisions/start-and-memory.md).
 */
export const NODE_FLAGS = ['--v8-pool-size=0'];

/** How a shop that runs from its sources ends to be started again (scripts/dev.mjs). */
export const RESTART_CODE = 75;
