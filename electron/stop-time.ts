/**
 * Milliseconds in which a host has to end; then it is ended as it is. More than the service of the demonstration is given
 * (3 s), on a slow PC too.
 */
export const STOP_MS = 8_000
