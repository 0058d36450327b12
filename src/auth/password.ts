import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { unavailable } from '../lib/errors.ts'
import { fairGate } from '../lib/fair-gate.ts'

const derive = promisify(argon2)
/** Each derivation takes a processor and 19 MiB: more at a time take longer and make nothing faster. */
const MAX = Math.min(4, availableParallelism())
/** Keeps one network from taking the turns of the others. */
const gate = fairGate<string>({
  most: MAX,
  mostOfKey: Math.ceil(MAX / 2),
  mostWaiting: 20,
  mostWaitingInAll: 1_000,
  refuse: () => unavailable('The server is busy; try again'),
})
/** The key of what no network asks for. */
const INTERNAL = 'internal'
/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const MIN_LENGTH = 8
const MAX_LENGTH = 1024

/** What is wrong with a password that somebody chooses, as a predicate; null when it is fine. */
export function passwordProblem(password: string): string | null {
  if (password.length < MIN_LENGTH) return `is too short (minimum is ${MIN_LENGTH} characters)`
  return password.length > MAX_LENGTH ? `is too long (maximum is ${MAX_LENGTH} characters)` : null
}

/**
 * Hashes a password with Argon2id (RFC 9106), in PHC string form. The networks that ask take turns.
 * @throws AppError UNAVAILABLE when too many wait for theirs
 */
export async function hashPassword(password: string, network = INTERNAL): Promise<string> {
  const nonce = randomBytes(16)
  const parameters = { message: normalized(password), nonce, ...COST }
  const tag = await gate.run(network, () => derive('argon2id', parameters))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether `password` is the one that was hashed. A null hash costs the same time and is never right. The networks that
 * ask take turns.
 * @throws AppError UNAVAILABLE when too many wait for theirs
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  network = INTERNAL,
): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  const [, memory, passes, parallelism, nonce, tag] = parts ?? [
    '',
    COST.memory,
    COST.passes,
    COST.parallelism,
    'AAAAAAAAAAAAAAAAAAAAAA',
    '',
  ]
  const expected = Buffer.from(String(tag), 'base64')
  const parameters = {
    message: normalized(password.slice(0, MAX_LENGTH)),
    nonce: Buffer.from(String(nonce), 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length || COST.tagLength,
  }
  const actual = await gate.run(network, () => derive('argon2id', parameters))
  return parts !== null && timingSafeEqual(actual, expected)
}

/** One spelling of what looks the same, however a keyboard composes it (NIST SP 800-63B). */
const normalized = (password: string) => password.normalize('NFKC')

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
