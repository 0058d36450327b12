import { isAllowedHost, isLoopbackHost, isPublicAddress, literalAddress } from './address-rules.ts'

const MAX_LENGTH = 2048

/**
 * Returns why no request may be sent to a URL of a tenant, as a predicate for its field, or null (contract 6). A
 * literal address must be public. The addresses of a host name are checked on connection. `allowedHosts` are the
 * operator's exceptions, `host` or `host:port` in lower case. Only a loopback host among them may use http.
 */
export function outboundUrlProblem(text: string, allowedHosts: ReadonlySet<string>): string | null {
  if (text.length > MAX_LENGTH) return `is too long (maximum is ${MAX_LENGTH} characters)`
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\') || !URL.canParse(text))
    return 'must be an https URL'
  const url = new URL(text)
  if (url.username || url.password || /^[^/?#]*\/\/[^/?#]*@/.test(text))
    return 'must not have user information'
  if (text.includes('#')) return 'must not have a fragment'
  const { protocol, hostname } = url
  const isAllowed = isAllowedHost(url, allowedHosts)
  const mayBeHttp = isAllowed && isLoopbackHost(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && mayBeHttp)) return 'must be an https URL'
  return isAllowed || isPublicHost(hostname) ? null : 'must lead to a public host'
}

function isPublicHost(hostname: string): boolean {
  const address = literalAddress(hostname)
  return address === null ? !isLoopbackHost(hostname) : isPublicAddress(address)
}
