import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { now } from '../../lib/time/clock.ts'
import { parseTimestamp } from '../../lib/time/parse-timestamp.ts'
import { verifySignature, type SignatureVerdict } from '../../lib/standard-webhooks/verify-signature.ts'
import { print, wantsJson } from '../print.ts'
import { parseRawRequest, type RawRequest } from './raw-request.ts'
import { explainMismatch } from './signature-mismatch.ts'
import { wholeNumber } from '../whole-number.ts'

type Options = {
  secret?: string
  secretFile?: string
  id?: string
  timestamp?: string
  signature?: string
  bodyFile?: string
  requestFile?: string
  tolerance: number
  at?: Date
}

/**
 * Adds the command `webhook verify`, which checks the signature of a received delivery and explains a
 * mismatch. The exit code is 0 for a valid signature, otherwise 1. The command needs no database and no
 * settings.
 */
export function addWebhookVerify(group: Command): void {
  group
    .command('verify')
    .description('check the signature of a received webhook and explain a mismatch; needs no database')
    .addOption(new Option('--secret <secret>', 'signing secret, whsec_<base64>').conflicts('secretFile'))
    .option('--secret-file <file>', 'file with the signing secret, which hides it from process lists')
    .option('--id <id>', 'header webhook-id')
    .option('--timestamp <seconds>', 'header webhook-timestamp')
    .option('--signature <signatures>', 'header webhook-signature: v1,<base64>')
    .addOption(
      new Option('--body-file <file>', 'raw body (default: standard input)').conflicts('requestFile'),
    )
    .option('--request-file <file>', 'raw HTTP request with headers and body, as saved from a log')
    .option('--tolerance <seconds>', 'maximum age', (text) => wholeNumber('--tolerance', text), 300)
    .option('--at <time>', 'verify as of this time, such as 2026-11-21T09:30:00Z (default: now)', moment)
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- webhook verify --secret-file secret.txt --request-file saved-request.txt',
    )
    .action(async (options: Options, command: Command) => {
      const verdict = await verify(options)
      const nothing = wantsJson(command) && verdict.valid ? { reason: null, hint: null } : {}
      print(command, { ...verdict, ...nothing })
      process.exitCode = verdict.valid ? 0 : 1
    })
}

async function verify(options: Options): Promise<SignatureVerdict> {
  const secret = await secretOf(options)
  const request = options.requestFile ? parseRawRequest(await readFile(options.requestFile)) : null
  const verdict = await verifySignature({
    headers: {
      id: options.id ?? request?.headers.get('webhook-id'),
      timestamp: options.timestamp ?? request?.headers.get('webhook-timestamp'),
      signature: options.signature ?? request?.headers.get('webhook-signature'),
    },
    body: request?.body ?? (await bodyOf(options)),
    secret,
    at: options.at ?? now(),
    toleranceSeconds: options.tolerance,
    explain: explainMismatch,
  })
  return verdict.valid ? verdict : { ...verdict, hint: verdict.hint + lengthHint(request) }
}

async function secretOf({ secret, secretFile }: Options): Promise<string> {
  if (secretFile !== undefined) return (await readFile(secretFile, 'utf8')).replace(/\r?\n$/, '')
  if (secret === undefined) throw new Error('Give the signing secret with --secret or --secret-file')
  return secret
}

async function bodyOf({ bodyFile }: Options): Promise<Buffer> {
  if (bodyFile !== undefined && bodyFile !== '-') return readFile(bodyFile)
  if (process.stdin.isTTY)
    throw new Error('Give the body with --body-file or on standard input, or all with --request-file')
  return buffer(process.stdin)
}

function lengthHint(request: RawRequest | null): string {
  if (!request || request.contentLength === null || request.contentLength === request.body.length) return ''
  return ` (Content-Length is ${request.contentLength} bytes, the file contains ${request.body.length})`
}

function moment(text: string): Date {
  const date = parseTimestamp(text)
  if (date) return date
  throw new Error(`--at must be a time such as 2026-11-21T09:30:00Z, not "${text}"`)
}
