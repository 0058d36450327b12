export type NumberingStep = {
  /** Maximum number of events. */
  limit?: number
  /** Defers the events for later instead of queueing them for webhooks. */
  defer?: boolean
}

export type Numbered = {
  numbered: number
  /** Number of queued deliveries. */
  queued: number
  /** Whether there is more to number now. */
  more: boolean
  /** Whether another transaction holds the head. It may not have read the latest events. */
  busy: boolean
}

/** Default number of events per statement. */
export const NUMBERING_BATCH = 500
