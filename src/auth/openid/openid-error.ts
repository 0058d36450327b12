/** A problem of an OpenID provider: it cannot be reached, it denied the sign-in, or its answer does not hold. */
export class OpenIdError extends Error {
  readonly reason: 'unreachable' | 'denied' | 'invalid'

  constructor(reason: OpenIdError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
