/** Headers of answers that hold secrets or depend on who asks (RFC 6749 chapter 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
