import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { unavailable } from '../lib/errors.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import { characterCount, isLongerThan } from '../lib/text/characters.ts'

const derive = promisify(argon2)
/** Maximum number of concurrent derivations. Each takes a processor and 19 MiB. */
const MAX = Math.min(4, availableParallelism())
/** Prevents one network from using all derivations. */
const queue = new FairQueue<string>(limits({ most: MAX, mostOfKey: Math.ceil(MAX / 2) }), {
  mostWaiting: 20,
  mostWaitingInAll: 1_000,
  refuse: () => unavailable('The server is busy; try again'),
})
/** Key of work without a network. */
const INTERNAL = 'internal'
/** First OWASP recommendation for Argon2id: 19 MiB, two passes, parallelism 1. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const MIN_LENGTH = 8
const MAX_LENGTH = 1024

/** Returns the problem of a new password as a predicate, or null. */
export function passwordProblem(password: string): string | null {
  if (characterCount(password) < MIN_LENGTH) return `is too short (minimum is ${MIN_LENGTH} characters)`
  return isLongerThan(password, MAX_LENGTH) ? `is too long (maximum is ${MAX_LENGTH} characters)` : null
}

/**
 * Hashes a password with Argon2id (RFC 9106), in PHC string form. Networks take turns.
 * @throws AppError UNAVAILABLE when too many wait
 */
export async function hashPassword(password: string, network = INTERNAL): Promise<string> {
  const nonce = randomBytes(16)
  const parameters = { message: normalized(password), nonce, ...COST }
  const tag = await queue.run(network, () => derive('argon2id', parameters))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/**
 * Whether `password` matches the hash. A null hash takes the same time and never matches. Networks take
 * turns.
 * @throws AppError UNAVAILABLE when too many wait
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
  const actual = await queue.run(network, () => derive('argon2id', parameters))
  return parts !== null && timingSafeEqual(actual, expected)
}

/** Normalizes equivalent spellings of a password (NIST SP 800-63B). */
const normalized = (password: string) => password.normalize('NFKC')

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
