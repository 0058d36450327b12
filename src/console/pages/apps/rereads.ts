/** Milliseconds between two reads. Apps and installs cause no events. */
export const INTERVAL_MS = 15_000

/** No event changes apps and installs. */
export const never = () => false
