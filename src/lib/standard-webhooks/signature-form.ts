import { parseDatetime } from '../time/parse-datetime.ts'

export type SignatureHeaders = {
  id?: string | undefined
  timestamp?: string | undefined
  signature?: string | undefined
}
export type Problem = { reason: string; hint: string }

/**
 * Checks the form of headers and secret before verification (Standard Webhooks). Returns the first missing or
 * malformed one with a hint. Null when all are well-formed. Checks neither time nor authenticity.
 */
export function formProblem(headers: SignatureHeaders, secret: string): Problem | null {
  return (
    secretProblem(secret) ??
    valueProblem('webhook-id', headers.id) ??
    (/\s/.test(headers.id ?? '') ? malformed('webhook-id', 'it has a space in it') : null) ??
    valueProblem('webhook-timestamp', headers.timestamp) ??
    timestampProblem(headers.timestamp ?? '', headers.id ?? '') ??
    valueProblem('webhook-signature', headers.signature) ??
    signatureProblem(headers.signature ?? '')
  )
}

function secretProblem(secret: string): Problem | null {
  const problem = valueProblem('the secret', secret)
  if (problem) return problem
  const form = 'the secret is not of the form whsec_<base64>'
  if (!secret.startsWith('whsec_'))
    return { reason: form, hint: 'it does not begin with whsec_: copy all of it, or this is another secret' }
  const base64 = secret.slice('whsec_'.length)
  if (base64 === '') return { reason: form, hint: 'nothing follows whsec_' }
  if (/^[\w-]+=*$/.test(base64) && /[-_]/.test(base64))
    return { reason: form, hint: 'it is base64url: "-" stands for "+", and "_" for "/"' }
  if (!/^[A-Za-z0-9+/]+=*$/.test(base64))
    return { reason: form, hint: 'it contains a character that is not base64' }
  if (base64.length % 4 !== 0 || /={3,}$/.test(base64))
    return { reason: form, hint: 'its length is not that of base64: the end is missing, perhaps only a "="' }
  return null
}

function valueProblem(name: string, value: string | undefined): Problem | null {
  if (value === undefined || value.trim() === '')
    return { reason: `${name} is missing`, hint: `give ${name} as it was sent` }
  if (value !== value.trim()) return malformed(name, 'it has spaces or a line end around it: remove them')
  if (/^["'`]|["'`]$/.test(value)) return malformed(name, 'it has quotes around it: remove them')
  return null
}

function timestampProblem(timestamp: string, id: string): Problem | null {
  const name = 'webhook-timestamp'
  if (!/^\d+$/.test(timestamp)) {
    if (/^\d{9,13}$/.test(id)) return malformed(name, 'webhook-id and webhook-timestamp are swapped')
    const moment = parseDatetime(timestamp)
    if (!moment) return malformed(name, 'it must be Unix seconds, only digits')
    return malformed(name, `it is a date instead of Unix seconds: ${moment.getTime() / 1000}`)
  }
  if (Number(timestamp) < 1e11) return null
  if (Number(timestamp) >= 1e14) return malformed(name, 'it is too large for Unix seconds')
  const seconds = Math.floor(Number(timestamp) / 1000)
  return {
    reason: `${name} is in milliseconds`,
    hint: `use Unix seconds, in the header and in the signed content: ${seconds}`,
  }
}

function signatureProblem(signature: string): Problem | null {
  const name = 'webhook-signature'
  const versions = signature.split(/\s+/).flatMap((part) => /^(v\d+[a-z]*),./.exec(part)?.[1] ?? [])
  if (versions.includes('v1')) return null
  if (versions.length > 0) {
    return {
      reason: `signature version ${[...new Set(versions)].join(', ')} is unknown`,
      hint: versions.includes('v1a')
        ? 'v1a is signed with a private key; with a shared secret it is v1'
        : 'only v1 is supported (HMAC-SHA256)',
    }
  }
  if (/(^|,)\s*(v\d+|sha\d+)=/.test(signature))
    return malformed(name, 'the scheme is wrong: use v1,<base64>, with a comma instead of "="')
  if (/^v\d+[a-z]*,?$/.test(signature)) return malformed(name, 'nothing follows the version')
  return malformed(name, 'the version prefix is missing: use v1,<base64>')
}

function malformed(name: string, hint: string): Problem {
  return { reason: `${name} is malformed`, hint }
}
