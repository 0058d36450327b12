/**
 * How long a test waits for any condition before it fails, in milliseconds. Generous, so that a busy machine
 * fails no test.
 */
export const DEADLINE_MS = 240_000
