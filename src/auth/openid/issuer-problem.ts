import { outboundUrlProblem } from '../../lib/http/outbound-url-problem.ts'

/** Hosts of Microsoft, whose issuers name a tenant by its id. */
const MICROSOFT = /^login(\.partner)?\.microsoftonline\.(com|us|cn)$/
const TENANT = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0$/i
/** Tenant of all personal accounts of Microsoft. */
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Returns why a URL cannot be an issuer, as a predicate, or null. It leads to a public host, or to one of
 * `allowedHosts`. One of Microsoft names a single tenant, because the addresses in tokens of several are not
 * verified.
 */
export function issuerProblem(text: string, allowedHosts: ReadonlySet<string>): string | null {
  const problem = outboundUrlProblem(text, allowedHosts)
  if (problem !== null) return problem
  const { pathname, search } = new URL(text)
  if (search !== '' || text.includes('/.well-known/')) return 'must be an issuer without a query'
  if (!isOfMicrosoft(text)) return null
  const tenant = TENANT.exec(pathname)?.[1]
  return tenant !== undefined && tenant.toLowerCase() !== CONSUMERS
    ? null
    : 'must name one tenant: https://login.microsoftonline.com/<tenant ID>/v2.0'
}

/** Whether an issuer is one of Microsoft. */
export const isOfMicrosoft = (issuer: string): boolean => MICROSOFT.test(new URL(issuer).hostname)
