import { comparableName } from '../rules/names.ts'

const SECRET =
  /passw|passphrase|securitystamp|secret|token|apikey|privatekey|clientkey|otp(code|seed)?$|credential|ipaddr|remoteaddr|forwardedfor|useragent|browser/
/** `ip` as a word of a name: `ip`, `user_ip`, `IPv4`, `lastIp`. */
const NETWORK_ADDRESS = /(?<![a-zA-Z])(?:ip|IP|Ip)(?:v[46]|s)?(?![a-zA-Z])|[a-z]I[pP](?:v[46]|s)?(?![a-z])/

/**
 * Whether a column or key holds a secret, a network address or a browser by its name. Its values are dropped while the
 * source is parsed.
 */
export const isSecretName = (name: string): boolean =>
  SECRET.test(comparableName(name)) || NETWORK_ADDRESS.test(name)
