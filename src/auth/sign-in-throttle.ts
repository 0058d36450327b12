import { tooManyRequests, unavailable, type AppError } from '../lib/errors.ts'
import { networkOf, siteOf } from '../lib/http/network-of.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import type { FailedAttempts, Failures, Span } from './failed-attempts.ts'

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** The e-mail address of a sign-in and the address of the request. */
type Try = { email: string; address: string }

const SPAN: Span = { seconds: 15 * 60, sliding: true }
/** Failures of an account and network that cause no delay. */
const FREE_FAILURES = 4
/** Failures of a network with any accounts that cause no delay. */
const FREE_FAILURES_OF_NETWORK = 49
/** The same of an IPv6 site, which has many networks. */
const FREE_FAILURES_OF_SITE = 4 * FREE_FAILURES_OF_NETWORK
/** Failures of an account from any network, after which a network's first failure already causes a delay. */
const MANY_FAILURES_OF_ACCOUNT = 50
/** First delay after a failure and maximum delays, in seconds. */
const FIRST_WAIT = 5
const MAX_WAIT = 60
const MAX_WAIT_UNDER_ATTACK = 15 * 60
/** Maximum number of attempts that run or wait at a time, per network and in total. */
const MAX_OF_NETWORK = 100
const MAX = 1_000
const MAX_EMAIL = 254

/**
 * Slows down guessing of passwords across all processes. After a few failures of a network with an account,
 * each further attempt must wait longer after the last failure. The same applies to a network, and to an IPv6
 * site, that fails with many accounts. While an account is attacked from many networks, each network must wait
 * after its first failure. A network without failures is never rejected for the failures of others but those of
 * its site, so an account cannot be locked out.
 */
export function createSignInThrottle(attempts: FailedAttempts) {
  const turns = new FairQueue<string>(limits({ mostOfKey: 1 }))
  const inBusyNetwork = limitConcurrency()
  return {
    /**
     * Runs `verify` unless the attempt must wait. `verify` returns null for a wrong password, which is
     * counted. Attempts of one network with one account run one after the other, so that each counts the
     * failures before it.
     * @throws AppError RATE_LIMITED with the delay, UNAVAILABLE with too many concurrent attempts
     */
    async attempt<Proof>(
      { email, address }: Try,
      verify: () => Promise<Proof | null>,
    ): Promise<Proof | null> {
      const name: Name = [email.slice(0, MAX_EMAIL), networkOf(address)]
      return inBusyNetwork(name[1], () =>
        turns.run(name.join(' '), () => verifyUnlessDelayed(attempts, [...name, siteOf(address)], verify)),
      )
    },
  }
}

/** E-mail address and network of an attempt. */
type Name = [email: string, network: string]

/** The same with the site of an IPv6 network. Null for others. */
type NameOfSite = [...Name, site: string | null]

/** Runs `verify` and counts a failure, unless failures before it require a delay. @throws AppError RATE_LIMITED */
async function verifyUnlessDelayed<Proof>(
  attempts: FailedAttempts,
  [email, network, site]: NameOfSite,
  verify: () => Promise<Proof | null>,
): Promise<Proof | null> {
  const subjects = [
    { kind: 3, name: [email, network] },
    { kind: 4, name: [email] },
    { kind: 5, name: [network] },
    ...(site === null ? [] : [{ kind: 10, name: [site] }]),
  ] as const
  const [pair, account, ofNetwork, ofSite] = (await attempts.of(subjects)) as [
    Failures,
    Failures,
    Failures,
    Failures?,
  ]
  const wait = Math.max(
    waitOfPair(pair, account),
    waitOfNetwork(ofNetwork, FREE_FAILURES_OF_NETWORK),
    ofSite ? waitOfNetwork(ofSite, FREE_FAILURES_OF_SITE) : 0,
  )
  if (wait > 0) throw tooMany(wait)
  const proof = await verify()
  if (proof === null) await attempts.add(subjects, SPAN)
  else if (pair.count > 0) await attempts.clear(subjects[0])
  return proof
}

/** Returns a function that runs work while few pieces of work run or wait, of its network and in total. */
function limitConcurrency() {
  const busy = new Map<string, number>()
  let all = 0
  return async <Result>(network: string, work: () => Promise<Result>): Promise<Result> => {
    const ofNetwork = busy.get(network) ?? 0
    if (ofNetwork >= MAX_OF_NETWORK) throw tooMany(1)
    if (all >= MAX) throw unavailable('Too many people sign in at once; try again')
    busy.set(network, ofNetwork + 1)
    all += 1
    try {
      return await work()
    } finally {
      all -= 1
      const remaining = (busy.get(network) ?? 1) - 1
      if (remaining > 0) busy.set(network, remaining)
      else busy.delete(network)
    }
  }
}

function waitOfPair(pair: Failures, account: Failures): number {
  if (pair.count === 0) return 0
  const isUnderAttack = account.count >= MANY_FAILURES_OF_ACCOUNT
  const costly = pair.count - (isUnderAttack ? 0 : FREE_FAILURES)
  return waitAfter(pair, costly, isUnderAttack ? MAX_WAIT_UNDER_ATTACK : MAX_WAIT)
}

/** Ten more failures double the delay. */
function waitOfNetwork(failures: Failures, free: number): number {
  return waitAfter(failures, (failures.count - free) / 10, MAX_WAIT)
}

function waitAfter({ sinceLast }: Failures, costly: number, longest: number): number {
  if (costly <= 0) return 0
  return Math.min(longest, FIRST_WAIT * 2 ** (Math.ceil(costly) - 1)) - sinceLast
}

function tooMany(wait: number): AppError {
  return tooManyRequests('Too many sign-in attempts; try again later', wait)
}
