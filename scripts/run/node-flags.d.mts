export const NODE_FLAGS: readonly string[];
export const RESTART_CODE: number;
