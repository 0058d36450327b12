const REDACTED = '[redacted]'
const NAMED =
  /(?:authorization|cookies?|secrets?|tokens?|passwords?|passwd|jwt|verifier|(?:api|sso|secret|private|signing|encryption)[-_]?keys?)$/i
const LOOKS_SECRET =
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*|\bwhsec_[0-9A-Za-z+/]{24,}={0,2}|\b[a-z]{2,12}_[0-9A-Za-z]{24,}|(?<=\b(?:bearer|basic) )[\w.~+/=-]{6,}|(?<=:\/\/[^\s:/@]{0,100}:)[^\s/@]+(?=@)|(?<=[?&\s](?:api_key|code|[a-z_]{0,30}(?:token|secret|verifier))=)[^&\s]+/gi
const SUSPECT =
  /authorization|cookie|secret|token|passw|jwt|verifier|key|eyJ|bearer |basic |@|code=|_[0-9A-Za-z]{24}|whsec_/i

/**
 * Redacts the secrets in a line of JSON, at any depth. The result is valid JSON. Redacts values of members
 * named like a secret (`authorization`, `api-key`, `client_secret`). Also redacts texts that look like one
 * (JWTs, prefixed secrets, bearer credentials, passwords in URLs). A path is kept: only `whsec_` has base64.
 */
export function redact(line: string): string {
  return SUSPECT.test(line) ? `${JSON.stringify(JSON.parse(line, withoutSecret))}\n` : line
}

function withoutSecret(name: string, value: unknown): unknown {
  if (value !== null && NAMED.test(name)) return REDACTED
  return typeof value === 'string' ? value.replace(LOOKS_SECRET, REDACTED) : value
}
