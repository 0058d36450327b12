const HOUR_MS = 3_600_000
const NOON = 12

/** Returns the name of a time zone where it is now between noon and 1 pm, so that no day ends during a test. */
export function middayZone(): string {
  const hoursAhead = NOON - Math.floor((Date.now() / HOUR_MS) % 24)
  // The names have the opposite sign: west of Greenwich is positive.
  return `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}
