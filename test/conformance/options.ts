import { parseArgs } from 'node:util'
import { CHAPTER_NAMES } from './chapters.ts'

export type Options = {
  /** Address of the server, without a slash at the end. */
  base: string
  /** API key of the organization. */
  key: string
  /** User token of an admin of the organization. */
  session?: string | undefined
  /** Slug of the organization. Default: the one that the server names. */
  organization?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** Access token of an app. */
  token?: string | undefined
  /** Address that answers deliveries of webhooks with a 2xx status. */
  receiver?: string | undefined
  /** Whether things are made, and removed afterwards. */
  write: boolean
  /** Names of the chapters to run. Default: all. */
  only: readonly string[]
  /** Names of the chapters to leave out. */
  except: readonly string[]
  maxRequests: number
  /** Milliseconds before each request. */
  pauseMs: number
  timeoutMs: number
}

/** Options of a run, where only the address and the key have no default. */
export const withDefaults = (options: Pick<Options, 'base' | 'key'> & Partial<Options>): Options => ({
  write: false,
  only: [],
  except: [],
  maxRequests: 2_000,
  pauseMs: 0,
  timeoutMs: 30_000,
  ...options,
})

/** Text of `--help`. */
const HELP = `Compares a server with the documented API and prints the differences by chapter.

Usage: npm run conformance -- --base <url> --key <key> [options]

  --base <url>            address of the server
  --key <key>             API key of the organization
  --session <token>       user token of an admin of the organization
  --organization <slug>   the organization (default: as the server names it)
  --client-id <id>        OAuth app, with --client-secret
  --client-secret <text>  secret of the app
  --token <token>         access token of an app
  --write                 also make, change and remove things
  --receiver <url>        address that accepts deliveries, with --write
  --only <chapter>        one chapter; may be repeated
  --except <chapter>      all but this chapter; may be repeated
  --max-requests <n>      requests before the run ends (default 2000)
  --pause <ms>            pause before each request (default 0)
  --timeout <seconds>     limit of one request (default 30)
  --json                  print JSON
  --help                  print this text

Chapters: ${CHAPTER_NAMES.join(', ')
  .replace(/(.{1,84})(?: |$)/g, '$1\n  ')
  .trim()}

The exit status is 0 without a difference, 1 with a difference, a leftover or an
unfinished run, and 2 for wrong options or a server that does not answer.

Example: npm run conformance -- --base http://127.0.0.1:4000 --key hn_… --write
`

const TEXTS = [
  'base',
  'key',
  'session',
  'organization',
  'client-id',
  'client-secret',
  'token',
  'receiver',
  'max-requests',
  'pause',
  'timeout',
] as const

/**
 * Reads the options of the command line. `help` is the text to print instead of a run.
 * @throws Error for an unknown option or a wrong value
 */
export function readOptions(args: string[]): { help: string } | { options: Options; json: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      ...(Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }])) as Record<
        (typeof TEXTS)[number],
        { type: 'string' }
      >),
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
      except: { type: 'string', multiple: true, default: [] },
    },
  })
  if (values.help) return { help: HELP }
  for (const name of [...values.only, ...values.except])
    if (!CHAPTER_NAMES.includes(name))
      throw new Error(`There is no chapter ${name}: choose from ${CHAPTER_NAMES.join(', ')}`)
  if ((values['client-id'] === undefined) !== (values['client-secret'] === undefined))
    throw new Error('--client-id and --client-secret belong together')
  const options: Options = {
    base: addressOf('base', values.base).replace(/\/+$/, ''),
    key: values.key ?? missing('key'),
    session: values.session,
    organization: values.organization,
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    token: values.token,
    receiver: values.receiver === undefined ? undefined : addressOf('receiver', values.receiver),
    write: values.write,
    only: values.only,
    except: values.except,
    maxRequests: numberOf('max-requests', values['max-requests'], 2_000, 1),
    pauseMs: numberOf('pause', values.pause, 0, 0),
    timeoutMs: numberOf('timeout', values.timeout, 30, 1) * 1_000,
  }
  return { options, json: values.json }
}

function missing(name: string): never {
  throw new Error(`--${name} is required: see --help`)
}

function addressOf(name: string, value: string | undefined): string {
  const text = value ?? missing(name)
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new Error(`--${name} must be an http or https address`)
}

function numberOf(name: string, value: string | undefined, usual: number, least: number): number {
  const number = Number(value ?? usual)
  if (Number.isInteger(number) && number >= least) return number
  throw new Error(`--${name} must be a whole number of at least ${least}`)
}
