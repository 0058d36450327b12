/** Limits per client and of the server. Times are in milliseconds, sizes in bytes. */
export type Limits = {
  /** Timeout of a request's headers. */
  headersTimeout: number
  /** Timeout of a request's body. */
  bodyTimeout: number
  /** How long pending output may wait without progress. */
  responseTimeout: number
  /** Timeout of a WebSocket's `connection_init`. */
  socketInitTimeout: number
  connections: number
  connectionsPerAddress: number
  /** Maximum number of unauthenticated WebSockets per address. */
  anonymousSocketsPerAddress: number
  /** Maximum message size of an authenticated WebSocket. */
  messageBytes: number
  /** Maximum message size of any other WebSocket. */
  anonymousMessageBytes: number
}

/** Default limits. */
export const DEFAULT_LIMITS: Limits = {
  headersTimeout: 10_000,
  bodyTimeout: 30_000,
  responseTimeout: 60_000,
  socketInitTimeout: 3_000,
  connections: 10_000,
  connectionsPerAddress: 1_000,
  anonymousSocketsPerAddress: 100,
  messageBytes: 1_048_576,
  anonymousMessageBytes: 65_536,
}
