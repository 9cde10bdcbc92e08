/**
 * How Node is told to run the shop. Four threads beside the main one, its default, collect garbage at the same time:
 * on a machine of two cores they take the core that the visitors' answers are made on. 0 lets it count the cores
 * (docs/decisions/start-and-memory.md). The young generation has half of its default size: the shop at rest holds 10 MB
 * less, on the embedded database 30.
 */
export const NODE_FLAGS = ['--v8-pool-size=0', '--max-semi-space-size=8'];

/** How a shop that runs from its sources ends to be started again (scripts/dev.mjs). */
export const RESTART_CODE = 75;
