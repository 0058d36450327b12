import { redirectUriProblem } from '../apps/check-redirect-uri.ts'

/** Largest number of redirect URIs. */
const MAX = 20
/** Schemes that run code, read files, or lead to another host or a part of the system instead of a program. */
const FORBIDDEN = new Set([
  ...['javascript', 'data', 'file', 'blob', 'about', 'filesystem', 'view-source', 'vbscript', 'content'],
  ...['ws', 'wss', 'ftp', 'ftps', 'sftp', 'ssh', 'telnet', 'smb', 'afp', 'nfs', 'ldap', 'ldaps', 'git'],
  ...['rdp', 'vnc', 'irc', 'ircs', 'rtsp', 'gopher', 'news', 'nntp', 'webcal', 'feed', 'mailto', 'tel'],
  ...['sms', 'intent', 'chrome', 'resource', 'res', 'jar', 'shell', 'search', 'search-ms', 'ms-msdt'],
])
/** A scheme with a dot, as reverse domain names have, or one that a host follows (RFC 8252 section 7.1). */
const PRIVATE_SCHEME = /^(?:([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):|([a-z][a-z0-9+-]*):\/\/)/

/**
 * Returns the problem of the redirect URIs of a public client, as a predicate, or null. A web application has https
 * only. A native one, which is the default, may also have http to a loopback host and private schemes (RFC 8252
 * section 7, RFC 7591 section 2).
 */
export function redirectUrisProblem(uris: readonly string[], applicationType: unknown): string | null {
  if (uris.length === 0) return "can't be blank"
  if (uris.length > MAX) return `must contain at most ${MAX} items`
  for (const [index, uri] of uris.entries()) {
    const problem = problemOf(uri, applicationType === 'web')
    if (problem) return `${problem} (entry ${index + 1})`
  }
  return null
}

function problemOf(uri: string, isWeb: boolean): string | null {
  const isPrivate = PRIVATE_SCHEME.test(uri) && !/^https?:/.test(uri)
  if (!isPrivate)
    return isWeb && !uri.startsWith('https://')
      ? 'must be https for a web application'
      : redirectUriProblem(uri)
  if (isWeb) return 'must be https for a web application'
  const [scheme] = uri.split(':')
  if (FORBIDDEN.has(scheme ?? '')) return `must not have the scheme ${scheme}`
  return privateUriProblem(uri)
}

function privateUriProblem(uri: string): string | null {
  if (uri.length > 2048) return 'must have at most 2048 characters'
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri))
    return 'must have only printable ASCII characters and no spaces'
  if (/[#*]/.test(uri)) return 'must not have a fragment or a wildcard'
  const { username, password } = new URL(uri)
  return username || password ? 'must not have user information' : null
}
