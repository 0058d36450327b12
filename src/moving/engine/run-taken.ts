/** The run was paused, or another process has taken it. */
export class RunTaken extends Error {}
