/** Connections that a node holds at most. */
export const DEFAULT_CONNECTIONS = 6
/** One hears the other nodes, one writes, one reads. */
export const MIN_CONNECTIONS = 3
/** Connections that write at a time; the others are for reads. */
export const LANES = 2
