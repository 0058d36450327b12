import { InvalidArgumentError, type Command } from 'commander'
import { isSigningSecret } from '../delivery/sign.ts'
import { EVENT_TYPES, type EventType } from '../events/catalogue.ts'
import { isLoopbackHost } from '../lib/http/address-rules.ts'
import { wantsJson } from './print.ts'

export type ListenOptions = {
  /** Slug of the organization. */
  org: string
  forwardTo?: URL
  types?: EventType[]
  /** Signing secret, `whsec_…`. Default: a new one. */
  secret?: string
}

/**
 * Adds the command `listen`, which prints an organization's events live and forwards them as signed webhook
 * requests.
 */
export function addListen(program: Command): void {
  program
    .command('listen')
    .description('print live events, and forward them as signed requests to a URL on this machine')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--forward-to <url>', 'URL to forward to, such as http://127.0.0.1:3000/webhooks', localUrl)
    .option('--types <types>', 'event types, separated by commas (default: all)', eventTypes)
    .option('--secret <secret>', 'signing secret, whsec_<base64> (default: a new one)', signingSecret)
    .addHelpText(
      'after',
      '\nExample:\n  npm run cli -- listen --org acme --forward-to http://127.0.0.1:3000/webhooks',
    )
    .action(async (options: ListenOptions, command: Command) => {
      // Loaded on demand, because it imports the whole schema.
      const { runListen: listen } = await import('./run-listen.ts')
      await listen(options, { json: wantsJson(command) })
    })
}

function localUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return url
  throw new InvalidArgumentError('It must be a URL on this machine, such as http://127.0.0.1:3000/.')
}

function signingSecret(text: string): string {
  if (isSigningSecret(text)) return text
  throw new InvalidArgumentError('It must be whsec_ followed by base64.')
}

function eventTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !EVENT_TYPES.some((type) => type === name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown event type "${unknown}", not one of ${EVENT_TYPES.join(', ')}.`)
  return names as EventType[]
}
