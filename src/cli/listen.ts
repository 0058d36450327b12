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
  /** `whsec_…`; a new one when it is left out. */
  secret?: string
}

/** Adds `listen`: prints an organization's events as they happen, and forwards them as a webhook would be sent. */
export function addListen(program: Command): void {
  program
    .command('listen')
    .description('print live events, and forward them, signed, to an address on this machine')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--forward-to <url>', 'such as http://127.0.0.1:3000/webhooks', localUrl)
    .option('--types <types>', 'only these, separated by commas', eventTypes)
    .option('--secret <secret>', 'signing secret, whsec_<base64> (default: a new one)', signingSecret)
    .action(async (options: ListenOptions, command: Command) => {
      // Loaded when it is asked for: the whole schema is behind it.
      const { runListen: listen } = await import('./run-listen.ts')
      await listen(options, { json: wantsJson(command) })
    })
}

function localUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname)) return url
  throw new InvalidArgumentError('It must be an address on this machine, such as http://127.0.0.1:3000/.')
}

function signingSecret(text: string): string {
  if (isSigningSecret(text)) return text
  throw new InvalidArgumentError('It must be whsec_ and base64.')
}

function eventTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !EVENT_TYPES.some((type) => type === name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no event "${unknown}": ${EVENT_TYPES.join(', ')}.`)
  return names as EventType[]
}
