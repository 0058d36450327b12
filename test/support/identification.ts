/**
 * Statements that identify credentials and the hosts of portals. Processes keep their results for a time of less than
 * a few seconds, so that their number depends on the pace of a test. `test/contract/identification.test.ts` lists the
 * caches.
 */
const IDENTIFICATION = [
  /^select .* from "api_keys" inner join "users" .*"key_hash" = /,
  /^update "api_keys" set "last_used_at" = /,
  /^with seen as \(\s*update sessions /,
  /from oauth_tokens token\b[^]* where token\.access_hash = /,
  /select \$1 as "credentialRow"/,
  /^select .* from "organizations" where "portal_host" = /,
]

/** Whether a statement identifies a credential or the host of a portal, which the service repeats after a time. */
export function isIdentification(text: string): boolean {
  const trimmed = text.trimStart()
  return IDENTIFICATION.some((pattern) => pattern.test(trimmed))
}
