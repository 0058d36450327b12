import { isLoopbackHost } from './address-rules.ts'

/**
 * Whether others than the operator can reach a server: it is behind a proxy, or its public URL is no loopback address.
 */
export const isPublicServer = (publicUrl: string, hasProxies: boolean): boolean =>
  hasProxies || !isLoopbackHost(new URL(publicUrl).hostname)

/** Whether the trusted proxies of a process are configured. */
export const hasProxies = (trusted: string[] | number): boolean =>
  trusted !== 0 && [trusted].flat().length > 0
