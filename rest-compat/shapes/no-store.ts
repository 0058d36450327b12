/** Headers of responses that contain secrets or depend on the caller (RFC 6749 section 5.1). */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
