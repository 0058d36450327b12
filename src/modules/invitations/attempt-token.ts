import type { SignInThrottle } from '../../auth/sign-in-throttle.ts'
import { networkOf } from '../../lib/http/network-of.ts'

/** Name under which a network's failures are counted. It is no e-mail address. Networks do not share one. */
const subjectOf = (network: string) => `invitations of ${network}`

/**
 * Runs `find`, which returns null for a wrong token. Wrong tokens of a network delay its further attempts, as
 * wrong passwords do. Attempts of one network run one after the other.
 * @throws AppError RATE_LIMITED with the delay, UNAVAILABLE with too many concurrent attempts
 */
export const attemptToken = <Found>(
  throttle: SignInThrottle,
  address: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> => throttle.attempt({ email: subjectOf(networkOf(address)), address }, find)
